"""The bundled examples are what they say."""

import pytest

from core import DataError, Task, audit, example
from core.examples import EXAMPLES


@pytest.mark.parametrize("known", EXAMPLES, ids=lambda known: known.name)
def test_every_example_is_there_with_two_classes(known):
    data = example(known.name)
    assert (data.target, data.task) == (known.target, Task.TWO_CLASSES)
    assert known.shows


def test_the_options_are_those_of_read_csv():
    assert not example("moons", validation_share=0).validation.any()


def test_an_unknown_example_is_refused_with_the_known_ones():
    with pytest.raises(DataError, match=r"no example 'suns'. The examples are: .*moons"):
        example("suns")


@pytest.mark.parametrize("name", ["moons", "orders"])
def test_the_examples_with_swapped_labels_have_rows_to_find(name):
    found = audit(example(name))
    assert 0.005 < found.flagged.mean() < 0.25
