"""A drawn tree says what the tree says, and shows as much of it as can be read."""

import itertools

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt

from core import C45Tree, Dataset, SingleLearner, Tree, fit
from core.judging.diagnostics.reading import learned
from workbench.shell import theme
from workbench.views.weak_learners.tree_drawing import TreeDrawing
from workbench.views.weak_learners.tree_items import NodeItem
from workbench.views.weak_learners.tree_shapes import MOST_ENDS


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(1)
    frame = pd.DataFrame(random.normal(size=(1500, 4)), columns=list("abcd"))
    frame["city"] = random.choice(["Bonn", "Cork", "Oslo", "Rome"], 1500)
    frame["y"] = random.choice(["p", "q"], 1500)  # nothing to learn: deep trees
    return Dataset.from_frame(frame, "y", validation_share=0)


def tree_of(data, learner):
    return learned(fit(data, SingleLearner(learner=learner)).model, 1).tree


@pytest.fixture
def drawing(qtbot):
    view = TreeDrawing()
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    return view


def test_a_small_tree_is_drawn_whole(drawing, data):
    tree = tree_of(data, Tree(depth=2))
    drawing.show_tree(tree)
    assert drawing.shapes[0].node == tree.node(tree.root)
    leaves = [shape for shape in drawing.shapes if shape.node.leaf]
    assert len(leaves) == tree.leaves()
    assert not any(shape.hidden for shape in drawing.shapes)


def test_a_large_tree_is_drawn_to_a_depth_and_tells_the_rest(drawing, data):
    tree = tree_of(data, Tree(depth=20))
    assert tree.leaves() > 100
    drawing.show_tree(tree)
    ends = [shape for shape in drawing.shapes if not shape.children]
    assert len(ends) <= MOST_ENDS
    assert sum(shape.hidden or shape.node.share > 0 for shape in ends) == tree.leaves()


def test_a_click_opens_a_branch_and_another_one_closes_it(qtbot, drawing, data):
    tree = tree_of(data, Tree(depth=20))
    drawing.show_tree(tree)
    closed = next(shape for shape in drawing.shapes if shape.hidden)
    item = next(
        i for i in drawing.scene().items() if isinstance(i, NodeItem) and i.shape_ is closed
    )
    place = drawing.mapFromScene(item.sceneBoundingRect().center())
    qtbot.mouseClick(drawing.viewport(), Qt.MouseButton.LeftButton, pos=place)
    opened = next(shape for shape in drawing.shapes if shape.path == closed.path)
    assert not opened.hidden
    assert opened.children
    ends = [shape for shape in drawing.shapes if not shape.children]
    assert sum(shape.hidden or shape.node.share > 0 for shape in ends) == tree.leaves()
    drawing.toggle(opened.path)
    assert next(s for s in drawing.shapes if s.path == closed.path).hidden == closed.hidden


def test_boxes_never_cover_one_another(drawing, data):
    drawing.show_tree(tree_of(data, C45Tree(depth=3, leaf_rows=1, pruning_share=0)))
    boxes = [i.sceneBoundingRect() for i in drawing.scene().items() if isinstance(i, NodeItem)]
    assert len(boxes) > 5
    for one, other in itertools.combinations(boxes, 2):
        assert not one.intersects(other)


def test_it_fits_the_window_until_a_person_zooms(drawing, data):
    drawing.show_tree(tree_of(data, Tree(depth=2)))
    seen = drawing.mapToScene(drawing.viewport().rect()).boundingRect()
    assert seen.contains(drawing.scene().itemsBoundingRect())
    before = drawing.transform().m11()
    drawing._zoom(1.25)
    drawing.resize(520, 420)
    assert drawing.transform().m11() == pytest.approx(1.25 * before)
    drawing.fit()
    assert drawing.transform().m11() != pytest.approx(1.25 * before)
    drawing.apply_theme(theme.DARK)
    drawing.grab()
    drawing.show_tree(None)
    assert drawing.shapes == []
