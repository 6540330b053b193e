"""How good the ensemble is at a round, and on which rows it is wrong."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Results", Side.LEFT, order=20)
