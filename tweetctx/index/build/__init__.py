"""Building and changing indexes."""
