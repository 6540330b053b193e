"""Where a table comes from and how its text is written: files, dialects, encodings, layouts."""
