"""Model files: the same predictions after loading, and nothing but a sentence from a bad file."""

import io
import json
import pickle
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, ModelFileError, WriteError, example, fit, load_model, save_model
from core.base.errors import DataError
from core.data.column_plan import ColumnPlan
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.data.table import Table
from core.storage.model_file import FORMAT
from tests.core.helpers import dataset, noisy, noisy_frame, run_of, scores_of
from tests.core.learning.test_model import derived_model, raw_frame

NEW = noisy_frame(200, seed=8)
NEW.loc[:5, "city"] = "Atlantis"
NEW.loc[3:9, "plain"] = np.nan


@pytest.fixture(scope="module")
def model():
    return run_of(noisy(400), 40).model


@pytest.fixture(scope="module")
def saved(model, tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "model.zip"
    save_model(model, path)
    return path


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_parts(path, parts):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def npy(array, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def array_of(content):
    return np.load(io.BytesIO(content))


def loads_or_is_refused(path):
    """Load a file that may be damaged; what loads must also predict. True if it loaded."""
    refusal = ""
    try:
        found = load_model(path)
    except ModelFileError as error:
        refusal = str(error)
    if refusal:
        assert refusal.endswith(".")
        return False
    names = [feature.name for feature in found.encoder.features]
    new = NEW if set(names) <= set(NEW) else NEW.set_axis([*names, "y"], axis=1)
    assert len(found.predict(new)) == len(NEW)
    assert found.probabilities(new).shape == (len(NEW), len(found.classes))
    return True


# Round trips


def mixed(labels=None):
    frame = noisy_frame(300)
    return Dataset.from_frame(frame if labels is None else frame.assign(y=labels), "y")


@pytest.mark.parametrize(
    "data",
    [
        mixed(),
        mixed(np.where(NEW["few"].repeat(2)[:300] > 2, 1, 0)),
        mixed("only"),
        dataset({"plain": [1, 2, 3, 4]}, "aabb"),
        dataset({"city": ["a", "b", None, "c"]}, "abab"),
        dataset({"few": [1, 1, 1, 1]}, "aaab"),
        dataset({"plain": [-np.inf, np.inf, 0.1, np.nan] * 2, "few": range(8)}, "aababbab"),
        dataset({"city": ["å", "日本", "🎲", '"\\'] * 3}, ["µ", "ß", "µ"] * 4),
    ],
    ids=["mixed", "numbers", "one class", "perfect", "categories", "no feature", "infinite", "ü"],
)
def test_a_loaded_model_predicts_the_same_bits(data, tmp_path):
    model = run_of(data, 30).model
    save_model(model, tmp_path / "model.zip")
    loaded = load_model(tmp_path / "model.zip")
    for rows in (NEW, data):
        if isinstance(rows, Dataset) or len(data.features) == 4:
            np.testing.assert_array_equal(scores_of(loaded, rows), scores_of(model, rows))
            np.testing.assert_array_equal(loaded.probabilities(rows), model.probabilities(rows))
            np.testing.assert_array_equal(loaded.predict(rows), model.predict(rows))
    assert loaded.settings == model.settings
    assert (loaded.target, loaded.classes) == (model.target, model.classes)
    assert loaded.commonest == model.commonest


def test_a_loaded_model_knows_its_settings_and_its_first_rounds(model, saved):
    loaded = load_model(saved)
    assert loaded.settings == AdaBoost(rounds=40)
    np.testing.assert_array_equal(scores_of(loaded.first(7), NEW), scores_of(model.first(7), NEW))


def test_the_same_model_gives_the_same_file(model, saved, tmp_path):
    save_model(model, tmp_path / "again.zip")
    save_model(load_model(saved), tmp_path / "third.zip")
    assert (tmp_path / "again.zip").read_bytes() == saved.read_bytes()
    assert (tmp_path / "third.zip").read_bytes() == saved.read_bytes()


def test_a_model_that_was_trained_on_is_saved_too(tmp_path):
    data = noisy(300)
    run = fit(data, AdaBoost(rounds=60), after=run_of(data, 20))
    save_model(run.model, tmp_path / "model.zip")
    np.testing.assert_array_equal(
        scores_of(load_model(tmp_path / "model.zip"), NEW), scores_of(run.model, NEW)
    )


def test_a_thousand_stumps_take_less_than_200_kb(tmp_path):
    run = run_of(noisy(2_000), 1_000)
    assert run.rounds == 1_000
    save_model(run.model, tmp_path / "model.zip")
    assert (tmp_path / "model.zip").stat().st_size < 200_000


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(model, tmp_path):
    with pytest.raises(WriteError, match=r"model.zip could not be written"):
        save_model(model, tmp_path / "nowhere" / "model.zip")


def test_a_loaded_model_derives_the_same_columns(tmp_path):
    data, model = derived_model(raw_frame())
    save_model(model, tmp_path / "model.zip")
    loaded = load_model(tmp_path / "model.zip")
    assert loaded.derivations == data.derivations
    new = raw_frame(50, seed=3)
    np.testing.assert_array_equal(scores_of(loaded, new), scores_of(model, new))


def test_words_for_missing_values_are_known_to_the_model_and_its_file(tmp_path):
    rng = np.random.default_rng(3)
    numbers = rng.normal(size=60)
    texts = [f"{number:.3f}" for number in numbers]
    texts[5] = texts[40] = "n.v."
    frame = pd.DataFrame({"x": texts, "label": np.where(numbers > 0, "yes", "no")})
    plan = Plan.suggested(Table.from_frame(frame), "label")
    planned = ColumnPlan(Meaning.NUMBER, Role.FEATURE, missing=("n.v.",))
    plan = replace(plan, columns={**plan.columns, "x": planned})
    data = Dataset.from_table(Table.from_frame(frame), plan=plan, validation_share=0)
    model = fit(data, AdaBoost(rounds=3)).model
    save_model(model, tmp_path / "model.zip")
    loaded = load_model(tmp_path / "model.zip")
    assert loaded.missing == {"x": ("n.v.",)}
    with_gaps = frame.assign(x=pd.to_numeric(frame["x"], errors="coerce"))
    expected = model.probabilities(with_gaps)
    for known in (model, loaded):
        np.testing.assert_array_equal(known.probabilities(frame), expected)
        np.testing.assert_array_equal(known.probabilities(data), expected)
    with pytest.raises(DataError, match="line 3 has 'k.A.'"):
        loaded.predict(frame.assign(x=["1", "k.A.", *texts[2:]]))


def test_a_file_of_the_first_format_still_predicts_what_it_did():
    path = Path(__file__).parent / "fixtures" / "model-format-1.ensemble"
    assert json.loads(parts_of(path)["model.json"])["format"] == 1
    model = load_model(path)
    assert (model.settings, model.target, model.derivations) == (AdaBoost(rounds=3), "label", ())
    data = example("ten points", validation_share=0)
    assert list(model.predict(data)) == [*"+++++-----"]
    near, far = 0.5746268656716418, 0.8012048192771084
    recorded = [
        near,
        far,
        near,
        far,
        near,
        *[0.09130434782608693] * 3,
        0.018120805369127517,
        1 - far,
    ]
    np.testing.assert_allclose(model.probabilities(data)[:, 0], recorded, rtol=1e-12)


def test_a_file_from_before_there_were_rules_decides_as_it_did():
    path = Path(__file__).parent / "fixtures" / "model-format-3.ensemble"
    assert json.loads(parts_of(path)["model.json"])["format"] == 3
    model = load_model(path)
    assert model.rule is None
    assert list(model.predict(example("ten points", validation_share=0))) == [*"+++++-----"]


# Bad files


def test_a_missing_file_and_a_folder_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(ModelFileError, match=r"There is no file .*none.zip. Check the name"):
        load_model(tmp_path / "none.zip")
    with pytest.raises(ModelFileError, match="cannot be read"):
        load_model(tmp_path)


def test_a_newer_format_is_refused_with_what_to_do(saved, tmp_path):
    parts = parts_of(saved)
    facts = json.loads(parts["model.json"]) | {"format": FORMAT + 1, "features": "unknown"}
    path = write_parts(tmp_path / "new.zip", parts | {"model.json": json.dumps(facts)})
    with pytest.raises(ModelFileError, match=f"newer version .format {FORMAT + 1}.*Update the pro"):
        load_model(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK",
        b"a,b\n1,2\n",
        b"PK\x05\x06" + bytes(18),
        pickle.dumps({"votes": [1.0]}),
        npy(np.arange(3)),
    ],
    ids=["empty", "two letters", "csv", "empty zip", "pickle", "npy"],
)
def test_a_file_of_another_kind_is_refused(content, tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=r"model.zip is not a model file, or it is damaged"):
        load_model(path)


exploded = []


def explode():
    exploded.append(True)


class Bomb:
    """Runs code when unpickled."""

    def __reduce__(self):
        return (explode, ())


def test_a_pickle_inside_is_never_opened(saved, tmp_path):
    pickle.loads(pickle.dumps(Bomb()))
    assert exploded.pop()
    for name in parts_of(saved):
        is_array = name.endswith(".npy")
        evil = npy(np.array([Bomb()]), allow_pickle=True) if is_array else pickle.dumps(Bomb())
        assert not loads_or_is_refused(
            write_parts(tmp_path / "evil.zip", parts_of(saved) | {name: evil})
        )
    assert not exploded


def test_a_file_cut_anywhere_is_refused(saved, tmp_path):
    content = saved.read_bytes()
    path = tmp_path / "cut.zip"
    for length in np.linspace(0, len(content) - 1, 60).astype(int):
        path.write_bytes(content[:length])
        assert not loads_or_is_refused(path)


def test_a_flipped_byte_anywhere_does_no_harm(saved, tmp_path):
    content = saved.read_bytes()
    random = np.random.default_rng(0)
    path, loaded = tmp_path / "flipped.zip", 0
    for place in random.integers(0, len(content), 200):
        changed = bytearray(content)
        changed[place] ^= random.integers(1, 256)
        path.write_bytes(changed)
        loaded += loads_or_is_refused(path)
    assert loaded < 100  # nearly every byte is under a checksum


def test_a_flipped_byte_in_a_part_of_a_sound_zip_does_no_harm(saved, tmp_path):
    parts = parts_of(saved)
    random = np.random.default_rng(1)
    loaded = 0
    for name in parts:
        for _ in range(30):
            changed = bytearray(parts[name])
            changed[random.integers(0, len(changed))] ^= random.integers(1, 256)
            path = write_parts(tmp_path / "flipped.zip", parts | {name: bytes(changed)})
            loaded += loads_or_is_refused(path)
    assert loaded  # some changes are harmless, such as another threshold


def test_random_bits_in_an_array_do_no_harm(saved, tmp_path):
    parts = parts_of(saved)
    random = np.random.default_rng(2)
    loaded = []
    for name in sorted(set(parts) - {"model.json"}):
        array = array_of(parts[name])
        noise = np.frombuffer(random.bytes(array.nbytes), array.dtype).reshape(array.shape)
        path = write_parts(tmp_path / "noise.zip", parts | {name: npy(noise)})
        loaded.append(loads_or_is_refused(path))
    assert not all(loaded)


def test_a_missing_or_swapped_part_is_refused(saved, tmp_path):
    parts = parts_of(saved)
    arrays = sorted(set(parts) - {"model.json"})
    for name in parts:
        without = {other: content for other, content in parts.items() if other != name}
        assert not loads_or_is_refused(write_parts(tmp_path / "without.zip", without))
    for one in arrays:
        for other in arrays:
            swapped = parts | {one: parts[other], other: parts[one]}
            is_same = array_of(parts[one]).tobytes() == array_of(parts[other]).tobytes()
            loaded = loads_or_is_refused(write_parts(tmp_path / "swapped.zip", swapped))
            # The two lists of children fit together either way round, and what is only shown,
            # the rows of a node, may be any numbers.
            pair = {name.removeprefix(f"{TREES}.") for name in (one, other)}
            is_harmless = pair == {"left.npy", "right.npy"} or "rows.npy" in pair
            assert loaded == is_same or is_harmless


TREES = "predictor.trees"


def with_array(name, change):
    path = f"{name}.npy" if name in ("edges", "predictor.offset") else f"{TREES}.{name}.npy"

    def damage(parts):
        array = array_of(parts[path]).copy()
        changed = change(array)
        return parts | {path: npy(array if changed is None else changed)}

    return damage


def put(place, value):
    def change(array):
        array[place] = value

    return change


@pytest.mark.parametrize(
    "damage",
    [
        with_array("votes", put(0, np.nan)),
        with_array("votes", put(0, np.inf)),
        with_array("values", put(0, np.nan)),
        with_array("edges", put(0, np.nan)),
        with_array("edges", lambda array: array[::-1]),
        with_array("edges", lambda array: array[:-1]),
        with_array("left", put(0, 0)),
        with_array("right", put(3, 0)),
        with_array("left", put(0, 2**30)),
        with_array("right", put(0, -7)),
        with_array("roots", put(0, -1)),
        with_array("roots", put(0, 2**30)),
        with_array("feature", put(0, 4)),
        with_array("feature", put(0, -1)),
        with_array("subset", put(0, 2**30)),
        with_array("votes", lambda array: array[:-1]),
        with_array("threshold", lambda array: array[:-1]),
        with_array("left", lambda array: array[:-1]),
        with_array("values", lambda array: np.column_stack([array, array])),
        with_array("values", lambda array: array[:, 0]),
        with_array("votes", lambda array: array[:, None]),
        with_array("subsets", lambda array: array[:, :-1]),
        with_array("subsets", lambda array: array[:0]),
        with_array("votes", lambda array: array.astype("<f4")),
        with_array("votes", lambda array: array.astype(">f8")),
        with_array("subsets", np.asfortranarray),
        with_array("left", lambda array: array.astype("<i8")),
        with_array("predictor.offset", put(0, np.nan)),
        with_array("predictor.offset", put(0, np.inf)),
        with_array("predictor.offset", lambda array: array[:0]),
        with_array("predictor.offset", lambda array: np.append(array, array)),
        with_array("output", put(0, 1)),
        with_array("output", put(0, -1)),
        with_array("output", lambda array: array[:-1]),
        with_array("gains", put(0, np.nan)),
        with_array("gains", lambda array: array[:-1]),
        with_array("rows", lambda array: array[:-1]),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_together_are_refused(damage, saved, tmp_path):
    assert not loads_or_is_refused(write_parts(tmp_path / "bad.zip", damage(parts_of(saved))))


@pytest.mark.parametrize(
    "shape",
    [
        "(10**18,)",
        "(1 << 62, 1 << 62)",
        "(-1,)",
        "(2.5,)",
        "()",
        "(True,)",
        "'x'",
        "(1000000000000,)",
        "(99999999, 99999999, 0)",
    ],
)
@pytest.mark.parametrize("name", ["votes", "values"])
def test_a_huge_or_mad_shape_in_a_header_is_refused(shape, name, saved, tmp_path):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (117 - len(header)) + b"\n"
    content = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(80)
    path = write_parts(tmp_path / "huge.zip", parts_of(saved) | {f"{TREES}.{name}.npy": content})
    assert not loads_or_is_refused(path)


WRONG_FACTS = [
    ("format", 0),
    ("spellings", None),
    ("spellings", {"x": ["a"]}),
    ("spellings", {"x": {"a": 1}}),
    ("format", -1),
    ("format", "1"),
    ("format", True),
    ("format", None),
    ("settings", None),
    ("settings", {}),
    ("settings", {"name": "os.system"}),
    ("settings", {"name": "adaboost", "rounds": -5}),
    ("settings", {"name": "adaboost", "rounds": True}),
    ("target", 3),
    ("target", None),
    ("classes", []),
    ("classes", ["a", "a"]),
    ("classes", ["a", "b", "c"]),
    ("classes", "ab"),
    ("classes", [1, 2]),
    ("classes", None),
    ("features", None),
    ("features", []),
    ("features", {}),
    ("features", [3]),
    ("features", [{}]),
    ("commonest", -1),
    ("commonest", 2),
    ("commonest", "1"),
    ("commonest", None),
    ("commonest", []),
    ("commonest", True),
    ("commonest", 10**400),
    ("predictor", None),
    ("predictor", {}),
    ("predictor", []),
    ("predictor", "tree_sum"),
]


@pytest.mark.parametrize(("name", "value"), WRONG_FACTS)
def test_wrong_facts_are_refused(name, value, saved, tmp_path):
    parts = parts_of(saved)
    facts = json.loads(parts["model.json"])
    for changed in (facts | {name: value}, {key: facts[key] for key in facts if key != name}):
        damaged = parts | {"model.json": json.dumps(changed)}
        assert not loads_or_is_refused(write_parts(tmp_path / "bad.zip", damaged))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "os.system"),
        ("kind", 3),
        ("kind", None),
        ("kind", []),
        ("kind", "votes"),
        ("trees", None),
        ("trees", []),
        ("link", "magic"),
        ("link", None),
        ("link", "softmax"),
        ("link", "identity"),
        ("link", []),
        ("scale", "2"),
        ("scale", None),
        ("scale", float("nan")),
        ("scale", float("inf")),
        ("scale", 10**400),
        ("scale", True),
        ("per_round", 0),
        ("per_round", -1),
        ("per_round", 1.5),
        ("per_round", True),
    ],
)
def test_wrong_facts_about_the_predictor_are_refused(name, value, saved, tmp_path):
    parts = parts_of(saved)
    facts = json.loads(parts["model.json"])
    predictor = facts["predictor"]
    lacking = {key: predictor[key] for key in predictor if key != name}
    for changed in (predictor | {name: value}, lacking):
        damaged = parts | {"model.json": json.dumps(facts | {"predictor": changed})}
        assert not loads_or_is_refused(write_parts(tmp_path / "bad.zip", damaged))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", 3),
        ("name", "gaps"),
        ("category", 1),
        ("category", None),
        ("categories", "abc"),
        ("categories", [1]),
        ("categories", ["a", "a"]),
        ("categories", [str(number) for number in range(255)]),
        ("edges", -1),
        ("edges", 254),
        ("edges", True),
        ("edges", 10**9),
        ("edges", "3"),
    ],
)
def test_wrong_facts_about_a_feature_are_refused(name, value, saved, tmp_path):
    parts = parts_of(saved)
    facts = json.loads(parts["model.json"])
    facts["features"][0][name] = value
    damaged = parts | {"model.json": json.dumps(facts)}
    assert not loads_or_is_refused(write_parts(tmp_path / "bad.zip", damaged))


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "3", "{", '{"format": 1}', "[" * 100_000, "\xff\xfe", '{"a": 1e999}']
)
def test_facts_that_are_none_are_refused(text, saved, tmp_path):
    damaged = parts_of(saved) | {"model.json": text.encode("latin-1")}
    assert not loads_or_is_refused(write_parts(tmp_path / "bad.zip", damaged))


def test_bytes_behind_an_array_are_refused(saved, tmp_path):
    parts = parts_of(saved)
    for name in set(parts) - {"model.json"}:
        longer = parts | {name: parts[name] + b"\0"}
        assert not loads_or_is_refused(write_parts(tmp_path / "long.zip", longer))


def test_a_lone_edge_that_is_no_number_is_refused(tmp_path):
    path = tmp_path / "model.zip"
    save_model(run_of(dataset({"x": [1, 1, 2, 2]}, "abbb"), 1).model, path)
    parts = parts_of(path)
    assert array_of(parts["edges.npy"]).tolist() == [1.5]
    with pytest.raises(ModelFileError):
        load_model(write_parts(path, parts | {"edges.npy": npy(np.array([np.nan]))}))


def test_a_part_that_claims_to_be_gigantic_is_refused_before_it_is_read(saved, tmp_path):
    content = bytearray(saved.read_bytes())
    # The size stands 22 bytes before the name in the table of contents at the end.
    place = content.rfind(f"{TREES}.votes.npy".encode()) - 46 + 24
    content[place : place + 4] = (0xFFFFFFF0).to_bytes(4, "little")
    path = tmp_path / "bomb.zip"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match="its parts have the wrong sizes"):
        load_model(path)


def test_wrong_derivations_are_refused(tmp_path):
    path = tmp_path / "model.zip"
    save_model(derived_model(raw_frame())[1], path)
    parts = parts_of(path)
    facts = json.loads(parts["model.json"])
    date, words = facts["derivations"]
    assert (date["kind"], words["kind"]) == ("date", "words")
    wrong = [
        None,
        {},
        [3],
        [{}],
        [date, date, words],
        [date | {"kind": "os.system"}, words],
        [date | {"source": 3}, words],
        [date | {"order": "odd"}, words],
        [date | {"parts": ["eon"]}, words],
        [date | {"parts": []}, words],
        [date | {"parts": "month"}, words],
        [date | {"source": "other"}, words],
        [date, words | {"words": []}],
        [date, words | {"words": ["Not A Word"]}],
        [date, words | {"words": [f"w{number}" for number in range(51)]}],
        [date | {"source": "size"}, words],
    ]
    changes = [facts | {"derivations": value} for value in wrong]
    changes.append({key: facts[key] for key in facts if key != "derivations"})
    for changed in changes:
        with pytest.raises(ModelFileError):
            load_model(write_parts(path, parts | {"model.json": json.dumps(changed)}))
