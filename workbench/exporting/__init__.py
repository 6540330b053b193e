"""Taking things away: models, rows, pictures and numbers of views, the report."""
