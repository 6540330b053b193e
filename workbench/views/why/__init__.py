"""Why a row is predicted as it is, and what the columns add over all rows."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Why", Side.LEFT, order=45)
