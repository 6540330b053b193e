"""How many rows each class has."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Classes", Side.LEFT, order=100)
