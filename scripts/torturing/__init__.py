"""What scripts/torture is made of: an index and its twin, damage to files, and the steps."""
