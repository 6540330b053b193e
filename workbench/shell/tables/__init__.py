"""What every table of the window has: rows that are copied, cells that tell what is cut, marks."""
