"""Shared by all readers of files: decompression, lines, JSON, and the handling of broken records."""
