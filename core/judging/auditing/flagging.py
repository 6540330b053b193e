"""From how likely a label, or a number, is wrong on it is flagged."""

from dataclasses import dataclass

FLAGGED = 1 / 3
"""What is wrong more likely than this is flagged: an error is worth three looks."""


@dataclass(frozen=True)
class FlagCut:
    """What is asked of a label by how many may be wrong.

    Where few labels are wrong most of the doubtful ones are exceptions by nature, so more is asked
    of them than where it cannot be excluded that many are. How often flags are right, with
    constants that were chosen on other data sets, is told by the benchmark of calibration.
    """

    start: float = 0.7
    less: float = 1.0
    """It starts from the former and falls by the latter times the most that may be wrong."""
    most: float = 0.4
    """Labels that are more surely wrong are always flagged."""

    def at(self, share: float) -> float:
        """The likelihood above which a label is flagged, if up to such a share of all is wrong.

        >>> [round(FlagCut().at(share), 2) for share in (0.0, 0.1, 0.3, 0.35, 0.5)]
        [0.4, 0.4, 0.4, 0.35, 0.33]
        """
        return max(FLAGGED, min(self.most, self.start - self.less * share))


USUAL = FlagCut()
