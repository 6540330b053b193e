"""An example plugin: rows belong to the class whose mean is nearest."""
