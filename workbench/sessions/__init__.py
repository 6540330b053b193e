"""Keeping the work: the journal, session files, recovery after a crash."""
