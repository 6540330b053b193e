"""What the commands do that draw plots: audit, report, tune."""

import argparse

from core.commands.line.deeds import opened, read, refuse_with_cluster, rule_of, say


def _audit(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    refuse_with_cluster(chosen, "decisions", "sample")
    with opened(chosen) as dataset:
        own, kept = dataset, tuple[int, ...]()
        if chosen.decisions is not None:
            from core.commands.cleaning import decided

            found = decided(dataset, chosen.decisions)
            own, kept = found.revision(), found.kept()
        run, lines = commands.audit(
            own,
            settings,
            chosen.seed,
            chosen.out,
            chosen.cells,
            chosen.exam,
            chosen.format,
            chosen.sample,
            kept,
        )
    from workbench.exporting.headless import draw_plots

    drawn = draw_plots(run, chosen.out)
    say([*lines, *(f"plot: {path}" for path in drawn.paths), *drawn.unfinished])


def _report(chosen: argparse.Namespace) -> None:
    from dataclasses import replace

    from core import diagnosis
    from core.base.files import written_whole
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = read(chosen)
    report = commands.report(
        dataset,
        settings,
        chosen.seed,
        chosen.decisions,
        chosen.exam,
        chosen.cells,
        rule_of(chosen),
        chosen.sample,
    )
    from workbench.exporting.report import pictures_of

    drawn = pictures_of(report.run, report.audit)
    replace(report, pictures=drawn.pictures, unfinished=drawn.unfinished).write(chosen.out)
    say([diagnosis(report.run, report.audit), *drawn.unfinished, f"report: {chosen.out}"])
    if chosen.script is not None:
        with written_whole(chosen.script) as aside:
            aside.write_text(report.script(), encoding="utf-8")
        say([f"script: {chosen.script}"])


def _tune(chosen: argparse.Namespace) -> None:
    from core.commands import tuning

    dataset = read(chosen)
    options = tuning.TuneOptions(
        chosen.algorithms,
        chosen.options,
        chosen.ranges,
        chosen.minutes,
        chosen.steps,
        chosen.most_rows,
    )
    run, lines = tuning.tune(dataset, options, chosen.seed, chosen.model, chosen.out)
    say(lines)
    if chosen.report is not None:
        from core.sharing.report.report import Report
        from workbench.exporting.report import pictures_of

        drawn = pictures_of(run, None)
        Report(run, pictures=drawn.pictures, unfinished=drawn.unfinished).write(chosen.report)
        say([*drawn.unfinished, f"report: {chosen.report}"])


DRAWING_DEEDS = {"audit": _audit, "report": _report, "tune": _tune}
"""By their names."""
