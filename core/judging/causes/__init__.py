"""Where errors come from: short rules about rows in which too many look wrong, or were wrong."""
