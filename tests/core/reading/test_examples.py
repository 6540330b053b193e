"""The bundled examples are what they say."""

import numpy as np
import pytest

from core import AdaBoost, DataError, Role, Task, example, fit
from core.judging.auditing.first_ranking import first_ranking
from core.judging.theory.entropy import conditional_entropy, entropy
from core.reading.examples import EXAMPLES
from resources import dataset_path
from resources.make_datasets import MAKERS

TASKS = {"rents": Task.REGRESSION, "iris": Task.MANY_CLASSES, "mislabelled": Task.MANY_CLASSES}


@pytest.mark.parametrize("known", EXAMPLES, ids=lambda known: known.name)
def test_every_example_is_there_with_its_target(known):
    data = example(known.name)
    assert (data.target, data.task) == (known.target, TASKS.get(known.name, Task.TWO_CLASSES))
    assert known.shows
    assert all(data.roles[name] is Role.IGNORED for name in known.ignored)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_every_file_is_what_its_maker_makes(make):
    text = make().to_csv(index=False)
    assert dataset_path(f"{make.__name__}.csv").read_text() == text


def test_every_file_is_an_example_with_its_source_told():
    told = dataset_path("README.md").read_text()
    files = {known.file for known in EXAMPLES}
    assert files == {f"{make.__name__}.csv" for make in MAKERS}
    assert all(f"| {name} |" in told for name in files)


def test_the_options_are_those_of_a_dataset():
    assert not example("moons", validation_share=0).validation.any()


def test_an_unknown_example_is_refused_with_the_known_ones():
    with pytest.raises(DataError, match=r"no example 'suns'. The examples are: .*moons"):
        example("suns")


@pytest.mark.parametrize("name", ["moons", "orders"])
def test_the_examples_with_swapped_labels_have_rows_to_find(name):
    found = first_ranking(fit(example(name), AdaBoost()))
    assert 0.005 < found.flagged.mean() < 0.25


def test_the_true_labels_of_the_mislabelled_are_known_and_not_learned_from():
    data = example("mislabelled")
    assert [column.name for column in data.features] == ["x", "y"]
    given, true = (data.table.column(name) for name in ("label", "true_label"))
    assert given.categories == true.categories
    assert np.mean(given.values != true.values) == pytest.approx(0.08, abs=0.02)


def test_the_restaurants_patrons_tell_what_the_textbook_says():
    """Russell and Norvig 2010, section 18.3.4: Gain(Patrons) = 0.541 bits, Gain(Type) = 0."""
    data = example("restaurant", validation_share=0)
    before = entropy(data.labels)
    gains = {c.name: before - conditional_entropy(c, data.labels) for c in data.features}
    assert gains["patrons"] == pytest.approx(0.541, abs=5e-4)
    assert gains["kitchen"] == pytest.approx(0, abs=1e-12)
    assert gains["rain"] == pytest.approx(0, abs=1e-12)
    assert max(gains, key=gains.get) == "patrons"


def test_the_rents_have_a_date():
    names = [column.name for column in example("rents").features]
    assert "offered: month" in names
