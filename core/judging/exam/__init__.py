"""The exam: errors are planted into the data, and it is told how many the audit would find."""
