"""A strip across the window: more was decided than the session file that was opened holds."""

from core.base.wording import count
from workbench.shell.question_strip import QuestionStrip


class LaterStrip(QuestionStrip):
    """Says so, and offers the session as it was saved."""

    def __init__(self) -> None:
        super().__init__("Later decisions", "Open it as it was saved", "Keep them")

    def tell(self, session: str, data: str, others: int) -> None:
        """Say how many decisions are not those of the file."""
        they = "it is" if others == 1 else "they are"
        self.ask(
            f"Since {session} was saved, {count(others, 'decision')} about {data} changed: {they} "
            "shown as the last time you worked on it."
        )
