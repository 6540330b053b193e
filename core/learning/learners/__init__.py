"""The weak learners: a file each, which is all that one needs."""
