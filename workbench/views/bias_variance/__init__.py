"""Bias and variance."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Bias", Side.LEFT, order=60, on_request=True)
