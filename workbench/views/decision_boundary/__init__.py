"""What the ensemble says everywhere on two columns."""
