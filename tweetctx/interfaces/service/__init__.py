"""Services for programs that are not written in Python: HTTP and the Model Context Protocol."""
