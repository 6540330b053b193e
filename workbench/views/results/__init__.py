"""How good the ensemble is at a round, and on which rows it is wrong."""
