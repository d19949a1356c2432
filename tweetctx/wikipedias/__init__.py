"""Getting a Wikipedia: downloads, and the demonstration corpus that stands in for one."""
