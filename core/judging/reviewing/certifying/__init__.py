"""When to stop: a sample mixed into the review, and the bound on wrong labels that it gives."""
