"""Nobody outside core/learning asks what kind of thing was learned: the thing answers for itself.

A kind is a class below one of the families. Asking for it is isinstance, issubclass, a class
pattern of `match`, `type(x) is`, or a function registered for it. An assertion narrows a type and
decides nothing, so it is left alone. Within core/learning a trainer may know the one kind that it
makes; a ladder, several kinds of one family in one function, is for nobody.
"""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FAMILIES = ("Predictor", "History", "Member", "TreeReading", "Trainer")
HOME = "core/learning/"
ALLOWED = {
    ("core/sharing/estimators.py", "Ensemble"): (
        "scikit-learn passes any object as a parameter: that it is an ensemble's settings at all "
        "is checked when it is used"
    ),
}


def sources():
    files = [*ROOT.glob("core/**/*.py"), *ROOT.glob("workbench/**/*.py"), ROOT / "main.py"]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in files}


def kinds_in(trees):
    """Every class below a family, by its name, with its family."""
    below = defaultdict(set)
    for path, tree in trees.items():
        if path.startswith(HOME):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    for base in node.bases:
                        below[_last(base)].add(node.name)
    found = {}
    for family in FAMILIES:
        waiting = [family]
        for name in waiting:  # grows while it is walked
            waiting += below[name] - set(waiting)
        found |= dict.fromkeys(waiting[1:], family)
    return found


def _last(node):
    node = node.value if isinstance(node, ast.Subscript) else node
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def names_of_learning(tree, path):
    """What the names of a file stand for that come from core/learning, or from core's face."""
    if path.startswith(HOME):
        return None
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module == "core" or f"{node.module}.".startswith("core.learning."))
        for alias in node.names
    }


def asked_in(node):
    """The expressions of the classes that a node asks for."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
        return node.args[1:2] if node.func.id in ("isinstance", "issubclass") else []
    if isinstance(node, ast.MatchClass):
        return [node.cls]
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        asks = [s for s in sides if isinstance(s, ast.Call) and _last(s.func) == "type"]
        return [side for side in sides if side not in asks] if asks else []
    if isinstance(node, ast.FunctionDef) and any(
        "register" in ast.unparse(each) for each in node.decorator_list
    ):
        return [arg.annotation for arg in node.args.args[:1] if arg.annotation]
    return []


def kinds_asked(tree, path, kinds):
    """Each kind that is asked for outside of assertions: line, kind and function."""
    known = names_of_learning(tree, path)
    asserted = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
        for inner in ast.walk(node)
    }

    def walk(node, function):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = f"{node.name}:{node.lineno}"
        if id(node) not in asserted:
            for expression in asked_in(node):
                for inner in ast.walk(expression):
                    if isinstance(inner, ast.Name | ast.Attribute):
                        name = _last(inner)
                        name = name if known is None else known.get(name, "")
                        if name in kinds:
                            yield getattr(node, "lineno", 0), name, function
        for child in ast.iter_child_nodes(node):
            yield from walk(child, function)

    yield from walk(tree, "")


def ladders(trees, kinds):
    """What is not allowed, in words."""
    for path, tree in trees.items():
        by_function = defaultdict(set)
        for line, name, function in kinds_asked(tree, path, kinds):
            if not path.startswith(HOME) and (path, name) not in ALLOWED:
                yield f"{path}:{line} asks whether something is a {name}"
            by_function[function, kinds[name]].add(name)
        for (function, family), names in by_function.items():
            if len(names) > 1:
                yield f"{path}: {function} is a ladder over {family}s: {', '.join(sorted(names))}"


def test_nobody_asks_for_a_kind_away_from_its_home():
    trees = sources()
    kinds = kinds_in(trees)
    assert {"TreeSum", "StageHistory", "AdaBoost", "Stump", "PlainTree"} <= kinds.keys()
    assert list(ladders(trees, kinds)) == []


def test_what_is_allowed_is_needed():
    trees = sources()
    kinds = kinds_in(trees)
    asked = {(path, name) for path in trees for _, name, _ in kinds_asked(trees[path], path, kinds)}
    assert ALLOWED.keys() <= asked


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    return isinstance(x, TreeSum)",
        "def f(x):\n    return isinstance(x, int | Votes)",
        "def f(x):\n    return issubclass(x, (int, Votes))",
        "def f(x):\n    match x:\n        case TreeSum():\n            return 1",
        "def f(x):\n    return type(x) is TreeSum",
        "@f.register\ndef _(x: TreeSum):\n    return 1",
    ],
)
def test_every_way_of_asking_is_seen(code):
    kinds = {"TreeSum": "Predictor", "Votes": "Predictor"}
    text = f"from core.learning.predictors.tree_sum import TreeSum, Votes\n{code}"
    assert list(ladders({"core/judging/some.py": ast.parse(text)}, kinds))
    elsewhere = text.replace("core.learning.predictors.tree_sum", "networkx")
    assert not list(ladders({"core/judging/some.py": ast.parse(elsewhere)}, kinds))


def test_a_ladder_is_seen_at_home_too():
    kinds = {"TreeSum": "Predictor", "Votes": "Predictor", "StageHistory": "History"}
    one = "def f(x, y):\n    if isinstance(x, TreeSum): return isinstance(y, StageHistory)"
    two = f"{one}\n    return isinstance(x, Votes)"
    narrowed = f"{one}\n    assert isinstance(x, Votes)"
    home = f"{HOME}trainers/some.py"
    assert not list(ladders({home: ast.parse(one)}, kinds))
    assert not list(ladders({home: ast.parse(narrowed)}, kinds))
    assert list(ladders({home: ast.parse(two)}, kinds))
