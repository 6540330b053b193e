"""What was learned, in words: trees whose nodes can be read, and a few telling facts."""
