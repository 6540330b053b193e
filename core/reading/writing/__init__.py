"""Tables that leave the program: in new files, and as changed copies of the old ones."""
