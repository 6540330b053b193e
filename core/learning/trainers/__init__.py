"""The loops behind the ensembles: each does rounds, none knows who drives it."""
