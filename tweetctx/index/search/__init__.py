"""Reading and searching the segments of an index."""
