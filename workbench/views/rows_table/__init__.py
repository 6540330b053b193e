"""The rows: every row with what the run says about it, most suspicious first."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Rows", Side.BELOW, order=10, in_report=False)
