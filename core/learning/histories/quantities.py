"""What a history can give of every row beside margins and predictions, and why it cannot."""

import enum


class Quantity(enum.Enum):
    """Something of every row that has no meaning for some ensembles."""

    WEIGHTS = "weights"
    """What each row weighs after a round."""
    SHARES = "shares"
    """The probability of every class after a round."""
    AGREEMENT = "agreement"
    """The sum y F(x) of a score F that rounds add up, for two classes."""
    HARD_VOTES = "hard votes"
    """Margins that are sums of votes for a class, on the rows that the learners saw."""
    OUT_OF_BAG = "out of bag"
    """Which training rows the member of a round never saw."""


USUALLY = {
    Quantity.WEIGHTS: "The rows of this ensemble carry no weights.",
    Quantity.SHARES: "The probabilities of this ensemble are those of its model alone.",
    Quantity.AGREEMENT: (
        "This ensemble does not add up to a score F, so this loss has no meaning for it. The log "
        "loss of its probabilities has."
    ),
    Quantity.HARD_VOTES: (
        "The margin bound is about weighted hard votes on two classes, as AdaBoost's, and "
        "about margins on the rows that the learners saw."
    ),
    Quantity.OUT_OF_BAG: (
        "The learners of this ensemble saw all rows, so none is out of bag. Validation rows "
        "serve instead."
    ),
}
"""Why a quantity is lacking, unless a history has it or says it better."""
OF_CLASSES = frozenset({Quantity.SHARES, Quantity.AGREEMENT, Quantity.HARD_VOTES})
"""What no number has."""
FOR_CLASSES = "The target is a number, and this has a meaning for classes only."
