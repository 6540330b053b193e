"""From a file to a Dataset: tables, columns, roles, the split."""
