"""Drawing: parts of pictures that several views, or parts of one, share."""
