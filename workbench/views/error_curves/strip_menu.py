"""The button whose menu says what is drawn below the errors."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton

from workbench.views.error_curves.strips import StripKind


class StripMenu(QPushButton):
    """Each thing that the run has can be ticked."""

    chosen = Signal(tuple)
    """The names of what is ticked; what this run does not have stays as it was."""

    def __init__(self) -> None:
        super().__init__("Also draw")
        self.chosen_count = 0
        """How many of those that this run has are ticked."""
        self.tell_room(0, 1)
        self._ticked: tuple[str, ...] = ()
        self._menu = QMenu(self)
        self.setMenu(self._menu)

    def offer(self, kinds: Iterable[StripKind], ticked: tuple[str, ...]) -> None:
        """Fill the menu again only if it must be: somebody may be choosing just now."""
        self._ticked, kinds = ticked, list(kinds)
        if [action.data() for action in self._menu.actions()] != [kind.name for kind in kinds]:
            self._menu.clear()
            for kind in kinds:
                action = QAction(kind.title, self._menu, checkable=True)
                action.setData(kind.name)
                action.triggered.connect(self._choose)
                self._menu.addAction(action)
        for action in self._menu.actions():
            action.setChecked(action.data() in ticked)
        self.setEnabled(bool(kinds))

    def tell_room(self, chosen: int, room: int) -> None:
        """Say so if there is no room for all that is ticked."""
        self.chosen_count = chosen
        lacking = f"There is room for {room} of {chosen}: make the view higher to see all of them."
        usual = "What has a scale of its own is drawn below the errors."
        self.setToolTip(lacking if chosen > room else usual)
        self.setText(f"Also draw ({room} of {chosen})" if chosen > room else "Also draw")

    def _choose(self) -> None:
        actions = self._menu.actions()
        offered = {action.data() for action in actions}
        kept = [name for name in self._ticked if name not in offered]
        self.chosen.emit((*(own.data() for own in actions if own.isChecked()), *kept))
