"""A tree as lines of text, for a terminal or a file."""

import math
from collections.abc import Iterator

from core.base.wording import grouped
from core.learning.words.tree_reading import TreeReading

MOST_LINES = 200


def tree_lines(tree: TreeReading, most: int = MOST_LINES) -> list[str]:
    r"""A line a node: the questions, the answers that lead on, and what the leaves say.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> run = core.fit(data, core.SingleLearner(learner=core.Tree(depth=1)))
    >>> print("\n".join(tree_lines(core.learned(run.model, 1).tree)))
    x1 ≤ 8.5 (missing: yes)
        yes: + 62 %   (80 % of the rows)
        no: - 100 %   (20 % of the rows)
    """
    lines: list[str] = []
    for line in _below(tree, tree.root, "", ""):
        if len(lines) == most:
            lines.append(f"… {grouped(tree.leaves())} leaves in all")
            break
        lines.append(line)
    return lines


def _below(tree: TreeReading, number: int, answer: str, indent: str) -> Iterator[str]:
    node = tree.node(number)
    share = "" if math.isnan(node.share) else f"   ({100 * node.share:.0f} % of the rows)"
    lead = f"{indent}{answer}: " if answer else indent
    if node.leaf is not None:
        yield f"{lead}{node.leaf.text}{share}"
        return
    missing = f" (missing: {node.missing})" if node.missing else ""
    yield f"{lead}{node.question}{missing}"
    for branch in node.branches:
        yield from _below(tree, branch.node, branch.answer, indent + "    ")
