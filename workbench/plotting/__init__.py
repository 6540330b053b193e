"""What several views draw with: axes with names, legends, points of classes, the mouse."""

import pyqtgraph

pyqtgraph.setConfigOptions(antialias=True)
