"""Files of an index: how numbers, rows and texts are stored, and how damage is found."""
