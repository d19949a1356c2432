"""Builds and changes indexes."""
