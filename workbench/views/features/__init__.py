"""Which columns the ensemble leans on, and what one of them does."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Features", Side.LEFT, order=40)
