"""The weights of single rows over the rounds."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Paths", Side.RIGHT, order=50)
