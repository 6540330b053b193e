"""What the ensemble says everywhere on two columns."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Boundary", Side.RIGHT, order=30)
