"""The stories of the site: each opens a file, finds what is wrong, and ends with a proof.

What the program says meanwhile is given back by name: the pages quote it, and never go stale.
"""

from collections.abc import Callable

from docs.making.stage import Stage
from docs.making.stories import clouds, exports, offices, orders, rents

STORIES: dict[str, Callable[[Stage], dict[str, str]]] = {
    "orders": orders.play,
    "clouds": clouds.play,
    "rents": rents.play,
    "offices": offices.play,
    "exports": exports.play,
}
"""In the order in which they are read."""
