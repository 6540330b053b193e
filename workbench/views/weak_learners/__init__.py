"""What each round learned: trees and facts."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Learners", Side.LEFT, order=30)
