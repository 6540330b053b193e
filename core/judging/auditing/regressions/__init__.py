"""Judges that are regressions: on the columns, and on how near rows are to some."""
