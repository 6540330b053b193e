"""What can be done now: every action is enabled or not, in one place."""

from workbench.frame.window_parts import WindowParts


def allow(window: WindowParts) -> bool:
    """What can be done now can be clicked, and nothing else; tells whether one can train."""
    do, controller, space = window.actions_, window.controller, window.workspace
    trainer = controller.trainer
    can_train = trainer.can_train and not window.algorithm_panel.why_not.text()
    is_decided = space.decisions is not None and bool(space.decisions.count)
    is_finished = space.current is not None and space.current.run is not None
    for may, actions in (
        (can_train, [do.train]),
        (can_train or trainer.is_under_way, [do.step]),
        (trainer.is_under_way, [do.pause, do.stop]),
        (trainer.can_train, [do.usual_five]),
        (window.tuning.can_tune, [do.tune]),
        (trainer.can_train_on, [do.train_on]),
        (trainer.can_train and is_finished, [do.rerun]),
        (is_finished, [do.remove_run, do.rename_run]),
        (space.rounds > 0, [do.back, do.forward, do.first, do.last, do.play]),
        (
            space.has_result,
            [
                do.export_model,
                do.export_onnx,
                do.export_report,
                do.export_rows,
                do.export_spreadsheet,
                do.export_all,
                do.top_suspects,
            ],
        ),
        (controller.exporter.can_clean, [do.export_cleaned]),
        (controller.exporter.has_computed, [do.export_computed]),
        (is_decided, [do.export_decisions]),
        (window.review.can_review, [do.review]),
        (space.has_result, [do.audit]),
        (window.review.has_unlabelled, [do.unlabelled, do.label_rows]),
        (space.audit is not None, [do.find_causes, do.take_exam, do.when_to_stop]),
        (window.sessions.can_save, [do.save_session, do.save_session_as, do.save_reference]),
        (space.dataset is not None, [do.how_read, do.new_column, do.close]),
        (window.carrying.can_carry, [do.carry_over]),
        (bool(space.project.done), [do.undo]),
        (bool(space.project.undone), [do.redo]),
    ):
        for action in actions:
            action.setEnabled(may)
    return can_train
