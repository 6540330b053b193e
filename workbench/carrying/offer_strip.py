"""A strip across the window: something was decided about the file when it was another one."""

from core.base.wording import count
from workbench.shell.question_strip import QuestionStrip


class OfferStrip(QuestionStrip):
    """Offers to look at what can be carried over."""

    def __init__(self) -> None:
        super().__init__("Earlier decisions", "Look at them…", "Not now")

    def offer(self, name: str, many: int) -> None:
        """Say what there is."""
        self.ask(
            f"{name} has changed since {count(many, 'decision was', 'decisions were')} made about "
            "it. They can be carried over; nothing is applied before you have looked."
        )
