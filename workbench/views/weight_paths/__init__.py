"""The weights of single rows over the rounds."""
