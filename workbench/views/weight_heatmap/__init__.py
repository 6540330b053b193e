"""The weights of the rows over the rounds, as an image."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Weights", Side.RIGHT, order=10, in_audit=True)
