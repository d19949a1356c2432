"""Fits the linker's model to tweets whose entities people linked, and reports how right its links are."""
