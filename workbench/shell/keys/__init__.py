"""The keyboard: the order of Tab, where the focus is, and that it is never lost."""
