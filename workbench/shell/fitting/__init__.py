"""What fits into little room: controls in lines, panels that scroll, names that are cut."""
