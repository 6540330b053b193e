"""The audit: which rows do not belong, why, and how many of them there are."""
