"""Work off the GUI thread: one kind of job, one registry; and work of the GUI thread in turns."""
