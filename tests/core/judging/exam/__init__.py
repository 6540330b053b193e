"""The exam: planted errors, and what is promised of them."""
