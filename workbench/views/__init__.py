"""The views: each a function of (run, round, selection, its own settings). None knows another."""
