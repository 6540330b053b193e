"""Where to decide: thresholds and costs, found on rows that no model which judged them had seen."""
