"""What every view has, the views there are, and one alone on an example."""
