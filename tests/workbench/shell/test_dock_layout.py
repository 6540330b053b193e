"""Layouts from files: Qt is given none that could make it loop or reach beyond its lists."""

import struct

import numpy as np
from PySide6.QtCore import QByteArray

from workbench.shell.dock_layout import is_layout


def names_of(docks):
    return {dock.objectName() for dock in docks.all_docks()}


def test_every_layout_that_qt_writes_is_one(window):
    docks = window.docks
    names = names_of(docks)
    states = [docks.layout_state().data()]
    heatmap, rows = docks.docks["weight_heatmap"], docks.docks["rows_table"]
    for change in (
        lambda: heatmap.setFloating(True),
        docks.panels["data_panel"].hide,
        lambda: docks.tabifyDockWidget(rows, docks.panels["data_panel"]),
        lambda: heatmap.setFloating(False),
        rows.raise_,
    ):
        change()
        states.append(docks.layout_state().data())
    assert len(set(states)) > 3
    assert all(is_layout(state, names) for state in states)
    assert not any(is_layout(state, names - {"rows_table"}) for state in states)


def test_anything_else_is_refused_or_harmless(window):
    docks = window.docks
    names, state = names_of(docks), docks.layout_state().data()
    assert not any(is_layout(state[:length], names) for length in range(len(state)))
    assert not is_layout(state + b"\0", names)
    assert not is_layout(state * 200, names)
    changes = [
        state[:place] + struct.pack(">i", number) + state[place + 4 :]
        for place in range(8, len(state) - 4)
        for number in (0x7FFFFFFF, -1, -(2**31))
    ]
    random = np.random.default_rng(3)
    for place, bit in random.integers(0, (len(state), 8), (400, 2)):
        changed = bytearray(state)
        changed[place] ^= 1 << bit
        changes.append(bytes(changed))
    accepted = [changed for changed in changes if is_layout(changed, names)]
    assert 0 < len(accepted) < len(changes) / 2
    for changed in random.permutation(np.array(accepted, dtype=object))[:40]:
        docks.restore_layout(QByteArray(changed))
    docks.restore_layout(QByteArray(state))
    assert docks.layout_state().data() == state
