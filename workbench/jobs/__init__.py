"""Work off the GUI thread, and work of the GUI thread in pieces."""
