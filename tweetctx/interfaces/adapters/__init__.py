"""Adapters for other libraries: data frames and PyTerrier."""
