"""What each action does, where a feature does it by itself: one line an action."""

from workbench.frame.actions import MORE_ROUNDS
from workbench.frame.window_parts import WindowParts


def wire(window: WindowParts) -> None:
    """Connect the actions to the features; what needs the window itself is connected there."""
    _wire_data(window)
    _wire_training(window)
    _wire_review(window)
    _wire_exports(window)


def _wire_data(window: WindowParts) -> None:
    do, controller = window.actions_, window.controller
    do.paste.triggered.connect(window.desk.paste)
    do.close.triggered.connect(controller.close_data)
    do.how_read.triggered.connect(window.desk.show_again)
    do.new_column.triggered.connect(window.choices.ask_for_new_column)
    do.carry_over.triggered.connect(window.carrying.choose)
    window.desk.strip.told.connect(window.carrying.strip.hide)
    do.save_session.triggered.connect(window.sessions.save)
    do.save_session_as.triggered.connect(window.sessions.save_as)
    do.save_reference.triggered.connect(window.sessions.save_reference)
    do.open_session.triggered.connect(window.sessions.choose)
    do.undo.triggered.connect(controller.reviewer.undo)
    do.redo.triggered.connect(controller.reviewer.redo)


def _wire_training(window: WindowParts) -> None:
    do, trainer, space = window.actions_, window.trainer, window.workspace
    do.train.triggered.connect(trainer.train_chosen)
    do.pause.triggered.connect(trainer.pause_or_resume)
    do.step.triggered.connect(trainer.step)
    do.stop.triggered.connect(trainer.stop)
    do.train_on.triggered.connect(lambda: trainer.train_on(MORE_ROUNDS))
    do.usual_five.triggered.connect(trainer.train_usual_five)
    do.tune.triggered.connect(window.tuning.show)
    do.back.triggered.connect(lambda: space.go_to(space.round - 1))
    do.forward.triggered.connect(lambda: space.go_to(space.round + 1))
    do.first.triggered.connect(lambda: space.go_to(0))
    do.last.triggered.connect(lambda: space.go_to(space.rounds))
    do.clear_selection.triggered.connect(lambda: space.select([]))


def _wire_review(window: WindowParts) -> None:
    do, review, exporter = window.actions_, window.review, window.controller.exporter
    do.export_cleaned.triggered.connect(review.export_cleaned)
    do.export_computed.triggered.connect(review.export_computed)
    do.export_decisions.triggered.connect(review.export_decisions)
    do.review.triggered.connect(review.show)
    do.audit.triggered.connect(review.audit)
    do.find_causes.triggered.connect(review.show_causes)
    do.take_exam.triggered.connect(review.show_exam)
    do.when_to_stop.triggered.connect(review.show_stopping)
    review.suspects.changed.connect(window.redraw)
    do.top_suspects.triggered.connect(review.select_top)
    do.unlabelled.triggered.connect(review.select_unlabelled)
    do.label_rows.triggered.connect(review.show_labelling)
    review.compare_asked.connect(window.comparing.compare)
    review.train_again_asked.connect(window.trainer.train_again)
    review.cleaned_wanted.connect(exporter.cleaned)
    review.computed_wanted.connect(exporter.cleaned_with_computed)
    review.decisions_wanted.connect(exporter.decisions)


def _wire_exports(window: WindowParts) -> None:
    do, exports = window.actions_, window.exports
    do.export_model.triggered.connect(exports.export_model)
    do.export_onnx.triggered.connect(exports.export_onnx)
    do.export_rows.triggered.connect(exports.export_rows)
    do.export_report.triggered.connect(exports.export_report)
    do.export_spreadsheet.triggered.connect(exports.export_spreadsheet)
    do.export_all.triggered.connect(exports.export_all)
    do.predict.triggered.connect(window.predictions.show)
