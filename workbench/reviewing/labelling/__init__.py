"""Rows without a label: put into an order by a job, and given one by a key each."""
