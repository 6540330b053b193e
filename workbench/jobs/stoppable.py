"""Long work that can be watched and stopped while it runs off the GUI thread."""

import threading


class Stoppable:
    """Told by the work how far it is; tells the work when to stop. Knows no Qt."""

    def __init__(self) -> None:
        self.share = 0.0
        """How much of the work is done."""
        self._stop = threading.Event()

    @property
    def is_stopped(self) -> bool:
        """Whether the work was asked to stop."""
        return self._stop.is_set()

    def stop(self, *_: object) -> None:
        """Ask the work to stop; it does so at its next step."""
        self._stop.set()

    def tell(self, share: float) -> bool:
        """Called by the work at each step; False asks it to stop."""
        self.share = share
        return not self._stop.is_set()
