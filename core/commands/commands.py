"""What the commands do: `train`, `audit`, `predict`, `export` and the others, without a window.

Each takes plain values, writes its files whole or not at all, and gives back the lines to print.
What one of them alone needs is loaded by it: a short training is over sooner than all would be.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import DataError
from core.base.files import MODEL_SUFFIX, make_folder
from core.base.freed_memory import keep_freed_memory
from core.base.wording import readable
from core.commands.rule_options import NO_RULE, RuleOptions, overruled, rule_lines, ruled
from core.commands.watching import StageWatch, row_progress, with_progress
from core.data.dataset import Dataset
from core.engine.sums import SumsLostError
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.holders import is_held
from core.learning.rounds import Ending
from core.learning.run import Run
from core.learning.settings import Setting, Settings
from core.learning.training import Training
from core.sources.known_dialect import NOTHING_KNOWN, Known

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit
    from core.judging.causes.result import Causes
    from core.judging.cells.result import CellAudit
    from core.judging.exam.exam import Exam
    from core.sharing.report.report import Report

_EXPORTED = "ONNX, checked by onnxruntime against the model: {}"


def settings_for(algorithm: str, options: list[str]) -> Ensemble:
    """The settings of an algorithm with options of the form key=value."""
    kind = registry.member(Ensemble, algorithm)
    chosen: Ensemble = kind().with_options(options)
    return chosen


def train_run(dataset: Dataset, settings: Ensemble, seed: int) -> Run:
    """Train to the end, with a progress bar if a person is watching."""
    training = Training(dataset, settings, seed)
    if told := settings.announced(dataset):
        print(told, file=sys.stderr)
    total = training.planned_rounds
    for _ in with_progress(training, total, sys.stderr):
        pass
    return training.run()


def train(
    dataset: Dataset,
    settings: Ensemble,
    seed: int,
    model: Path,
    onnx: Path | None = None,
    verbose: bool = False,
    with_curve: bool = False,
    rule: RuleOptions = NO_RULE,
) -> list[str]:
    """Train and write the model, as ONNX too if a place is given; verbose, every round is told.

    With a learning curve, the same settings are also taught with fewer rows, to tell whether more
    rows would help.
    """
    from core.judging.diagnosing.diagnosis import diagnosis
    from core.storage.model_file import save_model

    run = ruled(train_run(dataset, settings, seed), rule, StageWatch(sys.stderr))
    save_model(run.model, model)
    if run.outcome.ending is Ending.STOPPED:
        # Nobody may take it for the model that was asked for.
        raise SumsLostError(f"{run.outcome.sentence} The model so far: {model}")
    curve = None
    if with_curve:
        from core.judging.diagnosing.learning_curve import learning_curve

        curve = learning_curve(dataset, settings, seed)
    lines = []
    if verbose:
        from core.judging.explaining import round_lines

        lines += round_lines(run)
    lines.append(diagnosis(run, curve=curve))
    lines += rule_lines(run, rule)
    lines += [*(curve.lines(run) if curve else ()), f"model: {model}"]
    if onnx is not None:
        from core.sharing.onnx.export import export_onnx

        export_onnx(run.model, onnx, dataset)
        lines.append(_EXPORTED.format(onnx))
    return lines


def explain(
    dataset: Dataset,
    settings: Ensemble,
    seed: int,
    depth: int,
    nodes: bool = False,
    model: Path | None = None,
) -> list[str]:
    """Train, and tell what columns, rounds and members do; the readable tree may be kept."""
    from core.judging.diagnosing.diagnosis import diagnosis
    from core.judging.explaining import explanation

    run = train_run(dataset, settings, seed)
    lines = [diagnosis(run), "", *explanation(run, depth, nodes)]
    if model is not None:
        from core.judging.theory.surrogate import surrogate
        from core.storage.model_file import save_model

        save_model(surrogate(run, depth).model, model)
        lines.append(f"the tree as a model: {model}")
    return lines


def audit(
    dataset: Dataset,
    settings: Ensemble,
    seed: int,
    out: Path,
    with_cells: bool = True,
    with_exam: bool = False,
    kind: str = "csv",
    sample: int | None = None,
    kept: Iterable[int] = (),
) -> tuple[Run, list[str]]:
    """Train, rank the rows by judges that never saw them, and write both into a folder.

    The kind of the tables is the ending of their names.

    With cells, the values that do not fit the rest of their rows are ranked, too; with an exam,
    errors are planted, to tell how many of them would be found. With a sample, so many rows are
    judged, and no others. Lines that somebody looked at and `kept` come last.
    """
    from core.judging.diagnosing.diagnosis import diagnosis
    from core.storage.model_file import save_model

    folder = make_folder(out)
    run = train_run(dataset, settings, seed)
    if is_held(dataset):  # what a cluster needs is slow to load
        from core.commands.auditing_on_cluster import audit_held

        return run, audit_held(run, folder, kind)
    if dataset.sample is not None:
        from core.commands.auditing_on_disk import audit_parts

        return run, audit_parts(run, folder, kind, kept, with_cells, with_exam)
    found = _audited(run, kept, sample)
    suspects, model = folder / f"suspects.{kind}", folder / f"model{MODEL_SUFFIX}"
    found.write_csv(suspects)
    save_model(run.model, model)
    lines = [diagnosis(run, found), f"ranked rows: {suspects}", f"model: {model}"]
    lines += causes_told(found, folder / f"causes.{kind}")
    lines += cells_told(dataset, seed, folder / f"cells.{kind}") if with_cells else []
    return run, lines + (exam_told(found, folder / f"exam.{kind}") if with_exam else [])


def causes_told(found: "Audit", path: Path) -> list[str]:
    """Where the errors come from, written beside the ranked rows, and told."""
    known = _causes(found)
    known.write_csv(path)
    return [known.sentence, *(f"  {cause.sentence}" for cause in known.found), f"causes: {path}"]


def exam_told(found: "Audit", path: Path) -> list[str]:
    """What would be found of planted errors, written beside the ranked rows, and told."""
    taken = _exam(found)
    taken.write_csv(path)
    return [taken.sentence, f"exam: {path}"]


def _exam(found: "Audit") -> "Exam":
    from core.judging.exam.exam import exam

    print("The exam takes as long as several audits; Ctrl+C ends it.", file=sys.stderr)
    return exam(found, seed=found.dataset.seed, watch=StageWatch(sys.stderr))


def _causes(found: "Audit", decided: dict[int, bool] | None = None) -> "Causes":
    from core.judging.causes.causes import causes

    watch = StageWatch(sys.stderr)
    known = causes(found, decided, seed=found.dataset.seed, watch=watch)
    watch.done()
    return known


def cells_told(dataset: Dataset, seed: int, path: Path) -> list[str]:
    """Which values are wrong, written beside the ranked rows, and told."""
    found = _cells(dataset, seed)
    found.write_csv(path)
    told = [found.summary, *(f"  {each.sentence}" for each in found.findings), *found.left_out]
    return [*told, f"ranked cells: {path}"]


def _cells(dataset: Dataset, seed: int) -> "CellAudit":
    from core.judging.cells.audit_cells import audit_cells

    watch = StageWatch(sys.stderr)
    found = audit_cells(dataset, seed=seed, watch=watch)
    watch.done()
    return found


def report(
    dataset: Dataset,
    settings: Ensemble,
    seed: int,
    decisions: Path | None = None,
    with_exam: bool = False,
    with_cells: bool = True,
    rule: RuleOptions = NO_RULE,
    sample: int | None = None,
) -> "Report":
    """Train and audit; with decisions, a CSV file as the program writes it, train again after them.

    The report then tells before and after. Its pictures are still to be taken.
    """
    from core.sharing.report.report import Report

    if dataset.sample is not None:
        raise DataError(
            "A report shows the values of all rows, and those of these data are on the disk. Take "
            "`audit`, which writes tables and plots of them, or a file that fits into memory."
        )
    run = train_run(dataset, settings, seed)
    if decisions is None:
        run = ruled(run, rule, StageWatch(sys.stderr))
        return _reported(Report(run, _audited(run, sample=sample)), with_exam, with_cells)
    from core.judging.reviewing.proof import proof
    from core.project import Project

    project = Project.of(dataset)
    decided = project.decisions
    project.take(decided.taking_csv(decisions))
    after = train_run(decided.revision(), settings, seed)
    after = ruled(after, rule, StageWatch(sys.stderr))
    standing, notes = tuple(decided.standing()), decided.notes()
    found = _audited(after, decided.kept(), sample)
    told = Report(after, found, standing, notes, proof(run, after))
    return _reported(told, with_exam, with_cells)


def _reported(told: "Report", with_exam: bool, with_cells: bool) -> "Report":
    """A report with what is asked about its audit: causes, wrong values, the exam."""
    found, run = told.audit, told.run
    if found is None:
        return told
    from core.judging.causes.causes import found_wrong

    return replace(
        told,
        causes=_causes(found, found_wrong(told.decisions)),
        cells=_cells(run.dataset, run.seed) if with_cells else None,
        exam=_exam(found) if with_exam else None,
    )


def _audited(run: Run, kept: Iterable[int] = (), sample: int | None = None) -> "Audit":
    """The audit of a run's data, by judges taught with all rows, as the window makes it.

    Rows that somebody kept, or relabelled, come last. How long it takes is said before, if long.
    """
    from core.judging.audit_time import USUAL_SAMPLE, announced, can_be_sampled
    from core.judging.auditing.auditing import Auditing

    if sample is None and (told := announced(run.dataset)):
        how = f" Draw one by --sample {USUAL_SAMPLE}." if can_be_sampled(run.dataset) else ""
        print(f"{told}{how}", file=sys.stderr)
    auditing = Auditing(run.dataset, run=run, seed=run.seed, kept=kept, sample=sample)
    watch = StageWatch(sys.stderr)
    for stage in auditing:
        watch(stage)
    return auditing.audit()


def predict(
    model_path: Path,
    data_path: Path,
    out: Path | None,
    known: Known = NOTHING_KNOWN,
    threshold: str | None = None,
    reasons: int = 0,
) -> list[str]:
    """Write a label and a probability per class, or a number, beside the file's own columns.

    The label is decided by the model's rule, if it has one, or by the threshold that is given. With
    reasons, also so many columns are told that speak most for or against each prediction.
    """
    from core.sharing.predicting import predict_file
    from core.storage.model_file import load_model

    keep_freed_memory()
    model = overruled(load_model(model_path), threshold)
    to = out or sys.stdout.buffer
    told = predict_file(model, data_path, to, row_progress(sys.stderr), known, reasons)
    sentences = [*told.sentences(), *(told.score.sentences() if told.score else ())]
    if out is None:
        sys.stdout.buffer.flush()
        for sentence in sentences:
            print(sentence, file=sys.stderr)  # what is printed otherwise is the rows
        return []
    return [*sentences, f"predictions: {out}"]


def export(
    model_path: Path, data_path: Path, onnx: Path, known: Known = NOTHING_KNOWN
) -> list[str]:
    """Write a model as ONNX, checked on the rows of a file."""
    from core.reading.tables import read_table
    from core.sharing.onnx.export import export_onnx
    from core.storage.model_file import load_model

    export_onnx(load_model(model_path), onnx, read_table(data_path, known=known))
    return [_EXPORTED.format(onnx)]


def compare(dataset: Dataset, seed: int, out: Path | None) -> list[str]:
    """Train the usual five on the same split; the table is sorted, guessing included."""
    from core.judging.comparing import comparison_table, ranking, usual_five

    runs = [train_run(dataset, settings, seed) for settings in usual_five(dataset)]
    if out is not None:
        from core.reading.writing.frames import write_frame

        write_frame(comparison_table(runs), out, "Runs")
    shares = bool(dataset.classes)
    lines = [f"{'ensemble':20} {'rounds':>7} {'error':>9} {'training':>9} {'seconds':>8}"]
    for place in ranking(runs):
        error, training = (
            f"{100 * value:.1f} %" if shares else readable(value)
            for value in (place.error, place.training_error)
        )
        lines.append(
            f"{place.title:20} {place.rounds:7,} {error:>9} {training:>9} {place.seconds:8.1f}"
        )
    if not dataset.has_validation:
        lines.append("There are no validation rows: the errors are those of the training rows.")
    return lines + ([f"table: {out}"] if out else [])


def cache(is_cleared: bool) -> list[str]:
    """How much room rows kept on the disk take, and where; it is given back if asked for."""
    from core.base.cache_folder import cache_size, clear_cache, parts_folder

    folder = parts_folder()
    size = cache_size(folder)
    if is_cleared:
        clear_cache(folder)
    told = "were given back" if is_cleared else "are taken by rows of files read in parts"
    return [f"{size / 1e6:,.1f} MB {told}: {folder}"]


def algorithms(name: str | None) -> list[str]:
    """Every algorithm, or one with its settings, their ranges and meanings."""
    if name is None:
        kinds = registry.members(Ensemble)
        width = max(len(kind.name) for kind in kinds)
        return [f"{kind.name:{width}}  {kind.summary}" for kind in kinds]
    kind = registry.member(Ensemble, name)
    head = f"{kind.title}: {kind.summary}" + (f" ({kind.source})" if kind.source else "")
    return [head, *_described(kind, "")]


def _described(kind: type[Settings], prefix: str) -> Iterator[str]:
    for declared in kind.declared():
        yield f"  {prefix}{declared.name} = {_default(declared)}  ({declared.range})"
        yield f"      {declared.help}"
        if declared.family and not prefix:  # what stands within a choice is told where it is chosen
            member = f"{declared.name}.0." if declared.is_list else f"{declared.name}."
            for choice in registry.members(declared.family):
                yield f"      {choice.name}: {choice.summary}"
                if choice.own_levels:
                    told = f"Its settings follow {member} as `algorithms {choice.name}` says."
                    yield f"        {told}"
                else:
                    yield from _described(choice, member)


def _default(declared: Setting) -> str:
    value = declared.default
    if isinstance(value, Settings):
        return value.name
    if isinstance(value, tuple) and not value:
        return declared.zero
    if isinstance(value, tuple):
        return ",".join(member.name for member in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}{' ' + declared.unit if declared.unit else ''}"
