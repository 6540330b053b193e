"""What another person needs to follow a run, and to repeat it: a report and a script."""
