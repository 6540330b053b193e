"""Whether what an audit says holds: shares, exams, causes, values."""
