"""The rows as points on two columns."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Scatter", Side.RIGHT, order=20)
