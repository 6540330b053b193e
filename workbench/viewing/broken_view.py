"""What stands where a plugin's view could not be made."""

from PySide6.QtWidgets import QWidget

from workbench.state.workspace import Workspace
from workbench.viewing.view import View


class BrokenView(View):
    """Says so, and shows nothing: exports leave it out."""

    empty_text = "This view could not be made. Help, Plugins says why."

    def __init__(
        self, name: str, title: str, workspace: Workspace, parent: QWidget | None = None
    ) -> None:
        self.__dict__.update(name=name, title=title)
        super().__init__(workspace, parent)
