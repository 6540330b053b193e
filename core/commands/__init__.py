"""The commands of the program, as good from a script: train, audit, predict, report, ..."""
