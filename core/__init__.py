"""Ensembles on tabular data, watched round by round. No Qt; as good from a script.

>>> import core
>>> data = core.example("moons")
>>> run = core.fit(data, core.AdaBoost(rounds=20))
>>> run.rounds, len(run.history.weights(20)) == len(data)
(20, True)

`import core` is light: a name is loaded when it is first asked for.
"""

import lazy_loader

# The stub beside this file says where each public name lives; type checkers read it there too.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
