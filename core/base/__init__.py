"""What everything stands on: errors, progress, files, the journal, locks, threads, words."""
