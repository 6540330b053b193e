"""Learning and predicting: how fast, how well, beside whom."""
