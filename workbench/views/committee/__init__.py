"""The committee: how it settles, how alike and how good its members are."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Committee", Side.LEFT, order=50)
