"""Small expressions over columns: read, checked and computed here, and never run as code."""
