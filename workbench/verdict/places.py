"""Where a figure leads to, in words."""

from core.judging.diagnosing.ground import About

PLACES = {
    About.ERROR: "Show the results",
    About.GUESS: "Show how many rows each class has",
    About.ROUNDS: "Show the error curves",
    About.MARGINS: "Show the margins",
    About.LEARNER: "Go to the algorithm",
    About.COLUMNS: "Show what each column tells",
    About.LABELS: "Review the rows",
    About.FLAGGED: "List the flagged rows",
}
