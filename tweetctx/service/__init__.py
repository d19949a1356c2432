"""Services: what answers programs that are not written in Python."""
