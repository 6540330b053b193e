"""What can be taken away, declared once: the groups of the place Export."""

from workbench.exporting.page import Takeaway, TakeawayGroup
from workbench.frame.actions import Actions

_TRAIN = "Train an ensemble first"
_DECIDE = "Decide about a row first"
_OPEN = "Open data first"


def takeaways(do: Actions) -> list[TakeawayGroup]:
    """The groups, in the order of the page; the last holds the pictures."""
    return [
        TakeawayGroup(
            "Model",
            [
                Takeaway(
                    "Model", "To predict by it later, here or by command", do.export_model, _TRAIN
                ),
                Takeaway(
                    "Model as ONNX", "For programs that run ONNX models", do.export_onnx, _TRAIN
                ),
            ],
        ),
        TakeawayGroup(
            "Rows and clean data",
            [
                Takeaway(
                    "Cleaned file",
                    "The file as decided: rows excluded and labels corrected, all else as it was",
                    do.export_cleaned,
                    _DECIDE,
                ),
                Takeaway(
                    "Ranked rows",
                    "Every row with its suspicion, the most suspicious first",
                    do.export_rows,
                    _TRAIN,
                ),
                Takeaway(
                    "Ranked rows for a spreadsheet",
                    "The same, with no text that could be taken for a formula",
                    do.export_spreadsheet,
                    _TRAIN,
                ),
            ],
        ),
        TakeawayGroup(
            "Decisions and the work itself",
            [
                Takeaway(
                    "Decisions",
                    "Who decided what about which row, for colleagues and for the record",
                    do.export_decisions,
                    _DECIDE,
                ),
                Takeaway(
                    "Session",
                    "Data, runs, decisions and layout in one file, to go on elsewhere",
                    do.save_session_as,
                    _OPEN,
                ),
            ],
        ),
        TakeawayGroup(
            "Report",
            [
                Takeaway(
                    "Report",
                    "Everything about the run on one page that opens in any browser",
                    do.export_report,
                    _TRAIN,
                ),
            ],
        ),
        TakeawayGroup(
            "Plots",
            [
                Takeaway(
                    "All views",
                    "Each as PNG, SVG and PDF with its numbers as CSV, into a folder",
                    do.export_all,
                    _TRAIN,
                ),
            ],
        ),
    ]
