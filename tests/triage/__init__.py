"""An ensemble of its own with a predictor of its own, as somebody outside would add it: 3 files."""
