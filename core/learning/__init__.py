"""Learning: settings, learners, ensembles, their trainings, histories, predictors and runs."""
