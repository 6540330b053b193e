"""Exported views look like the window: PNG, SVG and PDF agree, in any size, and carry numbers."""

import base64
import re
import shutil
import subprocess
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from core import AdaBoost, example, fit
from tests.workbench.driving import finished_window
from tests.workbench.immediate import Immediate
from tests.workbench.views.showing import difference, shown
from workbench.exporting.figure_dialog import FigureDialog
from workbench.exporting.figure_style import FigureStyle
from workbench.exporting.rendering import picture, title_of
from workbench.shell.theme import DARK, LIGHT
from workbench.state.workspace import Workspace
from workbench.viewing.catalog import view_kind, view_kinds


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=30))


def rendered(data: bytes, kind: str, size, folder) -> QImage:
    """The picture of an exported file, drawn by another program where there is one."""
    if kind == ".svg":
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        renderer = QSvgRenderer(QByteArray(data))
        assert renderer.isValid()
        renderer.render(painter)
        painter.end()
        return image
    (folder / "view.pdf").write_bytes(data)
    command = ["pdftoppm", "-png", "-r", "96", "-singlefile", "view.pdf", "view"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return QImage(str(folder / "view.png"))


@pytest.mark.parametrize("kind", view_kinds(), ids=lambda kind: kind.name)
def test_every_view_looks_the_same_in_every_format(qtbot, run, kind, tmp_path):
    view = shown(qtbot, kind, Workspace(Immediate()), run, (720, 420))
    png = QImage.fromData(picture(view, ".png"))
    assert difference(png, blank(png)) > 1, "nothing is drawn"
    kinds = [".svg", ".pdf"] if shutil.which("pdftoppm") else [".svg"]
    is_small = png.width() < 1000  # edges are more of a small picture
    for suffix in kinds:
        image = rendered(picture(view, suffix), suffix, png.size(), tmp_path)
        assert finely(png, image) < (4.5 if is_small else 3.5), suffix
    # However many pixels make one: nothing gets thinner, smaller or blurred.
    most = 2.5 if is_small else 1.5
    for scale in (1, 5):
        assert finely(png, QImage.fromData(picture(view, ".png", FigureStyle(scale=scale)))) < most


def finely(one: QImage, other: QImage) -> float:
    """The mean difference of two pictures' brightness, from 0 to 255: that of a point shows."""
    arrays = []
    for image in (one, other):
        grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
        small = grey.scaled(360, 210, mode=Qt.TransformationMode.SmoothTransformation)
        bits = np.frombuffer(small.constBits(), np.uint8).reshape(210, small.bytesPerLine())
        arrays.append(bits[:, :360].astype(float))
    return float(np.abs(arrays[0] - arrays[1]).mean())


def view_of(qtbot, run, name, size=(720, 420)):
    return shown(qtbot, view_kind(name), Workspace(Immediate()), run, size)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("results", "wrong of 749 validation rows"),
        ("committee", "30 members, on average"),
        ("features", "more of the 749 validation rows are wrong"),
        ("weak_learners", "Round 30: stump."),
        ("rows_table", "3,000 rows"),
    ],
)
def test_what_stands_above_the_content_is_in_the_file(qtbot, run, name, words):
    view = view_of(qtbot, run, name)
    svg = picture(view, ".svg", FigureStyle(640, 480)).decode()
    assert words in " ".join(re.sub("<[^>]*>", " ", svg).split()).replace("\N{NO-BREAK SPACE}", " ")
    assert (view.width(), view.height()) == (720, 420)
    assert 'viewBox="0 0 640 480"' in svg


def test_points_are_drawings_and_cells_are_sharp(qtbot, run):
    svg = picture(view_of(qtbot, run, "data_scatter"), ".svg").decode()
    assert "<image" not in svg
    assert svg.count("<path") > len(run.dataset)
    matrix = picture(view_of(qtbot, run, "results"), ".svg").decode()
    [cells] = re.findall(r'"data:image/png;base64,([^"]*)"', matrix)
    image = QImage.fromData(base64.b64decode(cells), "PNG")
    assert image.width() >= 512
    colours = {image.pixel(x, y) for x in range(0, image.width(), 9) for y in (3, 700)}
    assert len(colours) == 4  # those of two by two cells


def test_what_lies_outside_a_plot_is_cut_off(qtbot, run):
    view = view_of(qtbot, run, "margins")
    before = view.plot.vb.childGroup.childItems()
    view.plot.vb.setRange(xRange=(0.1, 0.2), yRange=(0.2, 0.4), padding=0)
    svg = picture(view, ".svg").decode()
    box = view.plot.vb.sceneBoundingRect()
    [clip] = re.findall(r'<rect x="(.*)" y="(.*)" width="(.*)" height="(.*)"/></clipPath>', svg)
    assert [float(side) for side in clip[2:]] == pytest.approx([box.width(), box.height()], abs=1)
    _, inside = svg.split('<g clip-path="url(#plot0)">')
    assert 'stroke="#0072b2"' in inside  # the curves
    assert "plot 0" not in svg
    ElementTree.fromstring(svg)
    assert view.plot.vb.childGroup.childItems() == before


def test_of_a_table_only_whole_columns_are_drawn_and_nothing_stays_hidden(qtbot, run):
    view = view_of(qtbot, run, "rows_table")
    table, columns = view.table, range(view.table.model().columnCount())
    table.horizontalScrollBar().setValue(2)
    before = [(table.columnWidth(column), table.isColumnHidden(column)) for column in columns]
    svg = picture(view, ".svg").decode()
    assert [(table.columnWidth(c), table.isColumnHidden(c)) for c in columns] == before
    assert table.horizontalScrollBar().value() == 2
    assert table.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
    titles = re.findall(r">\s*([^<>]+?)\s*</text>", svg)
    assert "weight" in titles  # the third: those before it are scrolled away
    assert "line" not in titles
    last = table.model().headerData(columns[-1], Qt.Orientation.Horizontal)
    assert last not in titles  # it would not fit


def blank(like: QImage) -> QImage:
    image = QImage(like.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


@pytest.mark.skipif(not shutil.which("pdffonts"), reason="needs poppler's pdffonts")
def test_a_pdf_embeds_its_fonts_and_stays_vector(qtbot, run, tmp_path):
    view = shown(qtbot, view_kinds()[0], Workspace(Immediate()), run)
    (tmp_path / "a.pdf").write_bytes(picture(view, ".pdf"))
    told = subprocess.run(
        ["pdffonts", "a.pdf"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout.splitlines()[2:]
    assert told
    assert all(line.split()[-5] == "yes" for line in told)
    text = subprocess.run(
        ["pdftotext", "a.pdf", "-"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    for word in ("Error curves: AdaBoost on orders.csv, 30 rounds", "round", "validation"):
        assert word in text


def test_a_title_counts_rounds(qtbot):
    run = fit(example("orders"), AdaBoost(rounds=1))
    assert title_of(view_of(qtbot, run, "error_curves")).endswith("AdaBoost on orders.csv, 1 round")


def test_size_resolution_and_theme_are_as_asked(qtbot, run):
    view = shown(qtbot, view_kinds()[0], Workspace(Immediate()), run)
    before = view.size()
    image = QImage.fromData(picture(view, ".png", FigureStyle(800, 500, 3, DARK)))
    assert (image.width(), image.height()) == (2400, 1500)
    assert image.dotsPerMeterX() == round(96 * 3 / 0.0254)
    assert image.pixelColor(5, 5).name().upper() == DARK.base
    assert view.theme is LIGHT
    assert view.size() == before


def test_copies_go_to_the_clipboard(qtbot, window, qapp, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    view = window.docks.view("error_curves")
    menu = window.exports.menu_of(view)
    assert [action.text() for action in menu.actions()] == [
        "Export…",
        "Copy the picture",
        "Copy the numbers",
    ]
    window.exports.copy_view(view)
    assert not qapp.clipboard().image().isNull()
    window.exports.copy_numbers(view)
    lines = qapp.clipboard().text().splitlines()
    assert lines[0].split("\t")[0] == "round"
    assert len(lines) == 13


def test_the_dialog_says_what_will_be_in_the_file(qtbot, window):
    dialog = FigureDialog(window, "Error curves", 640, 400)
    assert dialog.note.text() == "1,280 x 800 pixels in the file"
    dialog.kind.setCurrentIndex(dialog.kind.findData(".csv"))
    assert not dialog.wide.isEnabled()
    assert dialog.wish.kind == ".csv"
