"""The command line: its words, and what each command does with them."""
