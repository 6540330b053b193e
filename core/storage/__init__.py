"""Files that hold what was learned: models, runs, audits, sessions. Nothing in them is ever run."""
