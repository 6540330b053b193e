"""The player of lessons: a practice window, and a panel beside it that leads through the steps."""
