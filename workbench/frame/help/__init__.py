"""Help: the manual, the shortcuts, what the program is, and where its files lie."""
