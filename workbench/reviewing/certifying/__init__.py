"""When to stop: the sample that is mixed into the review, and what it says."""
