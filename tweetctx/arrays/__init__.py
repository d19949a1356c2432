"""Ragged arrays, sums and sequences, and their compiled loops; nothing here knows about retrieval."""
