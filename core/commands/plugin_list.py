"""The plugins, as lines: what each package adds, and why one that is broken adds nothing."""

from core.base import plugins
from core.learning import registry
from core.learning.predictors.predictor import Predictor
from core.learning.settings import Settings

NONE = (
    "No plugin is installed. A package adds ensembles, learners and views by entry points, "
    "and its code runs with your rights."
)


def load_core() -> None:
    """Load every plugin that adds something to core."""
    registry.members(Settings)
    Predictor.kinds()


def lines() -> list[str]:
    """A line for each plugin that was loaded; the traceback follows one that is broken."""
    listed = plugins.listed()
    if not listed:
        return [NONE]
    told = []
    for each in listed:
        state = "broken" if each.error else "in use"
        told.append(f"{each.package} {each.version}: {each.adds} {each.name} ({state})")
        told += [f"    {line}" for line in each.error.splitlines()]
    return told
