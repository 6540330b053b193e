"""Files of other programs: each kind is read by its library, in a process of its own."""
