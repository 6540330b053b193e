"""The ensembles: a file each, which is all that one needs."""
