"""New columns by an expression: the line it is typed into, and the dialog around it."""
