"""Opening a file: looking at it, reading it, what it means, what is to be predicted."""
