"""Margins, and residuals."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Margins", Side.RIGHT, order=40)
