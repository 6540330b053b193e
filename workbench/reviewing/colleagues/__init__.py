"""Two people about the same rows: taking in what a colleague decided, and settling conflicts."""
