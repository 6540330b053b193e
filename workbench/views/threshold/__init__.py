"""From which probability on a class is named, and what errors cost."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Threshold", Side.RIGHT, order=45)
