"""Errors round by round."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Error curves", Side.LEFT, order=10, in_audit=True)
