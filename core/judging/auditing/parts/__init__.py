"""The audit of data in parts: what is on the disk is judged piece by piece."""
