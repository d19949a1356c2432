"""What readers of all kinds of files share: decompression, lines, and what becomes of broken records."""
