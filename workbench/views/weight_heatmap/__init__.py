"""The weights of the rows over the rounds, as an image."""
