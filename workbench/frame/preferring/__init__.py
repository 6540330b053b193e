"""What a person prefers: the dialog, and how the program follows it."""
