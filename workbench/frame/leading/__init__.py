"""Leads through the work: the places, the rail to them, and what each one needs."""
