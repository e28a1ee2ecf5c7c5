import json
import re

import numpy as np
import pytest

import minigrad as torch
from minigrad.viz import training_table as table
from minigrad.viz.training import Training


def training_of(**gradients):
    """A training in which each parameter has these norms of its gradient, step by step."""
    found = Training({name: torch.ones(1, requires_grad=True) for name in gradients})
    found.start()
    for sizes in zip(*gradients.values()):
        for watched, size in zip(found.watched, sizes):
            watched._parameter.grad = torch.tensor([size])
            with torch.no_grad():
                watched._parameter -= 0.1 * watched._parameter.grad
        found.step(1.0, {})
    return found


def heights(curve):
    """How high the points of a page's small curve are, in the drawing."""
    d = re.findall(r'd="M([^"]+)"', curve)[-1]
    return [float(point.split()[1]) for point in d.split("L")]


def test_a_page_has_every_measurement():
    training = training_of(w=[0.5] * 35)
    page = table.page(training, running=False)
    assert page["at"] == [*range(1, 11), 20, 30]
    assert page["heads"][-1] == "Parameters, measured at step 30"
    (row,) = page["rows"]
    assert (row["name"], row["shape"]) == ("w", "(1,)")
    assert row["numbers"][0] == ["0.5"] * 12
    assert row["numbers"][1] == [table.written(training.watched[0].ratios, k) for k in range(12)]
    assert page["span"] == [1, 35]
    assert json.dumps(page, allow_nan=False)


def test_while_it_runs_a_page_has_the_last_measurement():
    page = table.page(training_of(w=[0.5] * 35), running=True)
    assert page["at"] == [30]
    assert page["rows"][0]["numbers"][0] == ["0.5"]


def test_curves_of_a_column_share_a_scale_that_is_written_above():
    training = training_of(large=[100.0, 1.0], small=[0.01, 0.1])
    page = table.page(training, running=False)
    assert page["columns"][0] == {
        "name": "gradient norm",
        "scale": "curves: 0.01 to 100, log scale",
    }
    (large, middle), (small, smaller) = (heights(row["curves"][0]) for row in page["rows"])
    assert (large, small) == (2, 22)  # top and bottom
    assert middle == 12
    assert smaller == 17
    assert {"curves: 0.01 to 100, log scale"} <= set(
        re.findall(r">([^<]+)</text>", table.panel(training, 760).body)
    )


def test_a_gradient_of_nothing_lies_flat_at_the_bottom():
    page = table.page(training_of(moves=[1.0, 0.1], rests=[0.0, 0.0]), running=False)
    assert heights(page["rows"][1]["curves"][0]) == [22, 22]
    assert page["rows"][1]["numbers"][0] == ["0", "0"]
    assert page["notes"][-1].startswith("In the small curves 0 lies at the bottom")


def test_what_does_not_move_lies_below_the_dashed_line():
    page = table.page(training_of(rests=[0.0, 0.0]), running=False)
    dashed, curve = re.findall(r'd="M0 ([0-9.]+)L', page["rows"][0]["curves"][1])
    assert (float(dashed), float(curve)) == (12, 22)


@pytest.mark.parametrize("size", [0.0, np.nan])
def test_without_positive_numbers_no_scale_is_written(size):
    training = training_of(w=[size, size])
    columns = table.page(training, running=False)["columns"]
    assert [column["scale"] for column in columns] == ["", ""]
    assert "curves: " not in table.panel(training, 760).body


@pytest.mark.parametrize("sizes", [[], [0.0], [1.0], [np.nan, np.inf]])
def test_hardly_anything_to_draw(sizes):
    training = training_of(w=sizes)
    for running in (True, False):
        text = json.dumps(table.page(training, running), allow_nan=False)
        assert "nan" not in text
    assert table.heads(training)[-1].startswith("Parameters")
    assert "nan" not in table.panel(training, 760).body


def test_no_parameters_no_table():
    assert table.page(Training({}), running=False) == {}


def test_many_measurements_are_thinned():
    training = training_of(w=[0.5])
    for values in (training.looks, training.watched[0].gradients, training.watched[0].ratios):
        for step in range(2, 700):
            values.append(step)
    page = table.page(training, running=False)
    assert len(page["at"]) == len(page["heads"]) == len(page["rows"][0]["numbers"][0]) == 500
    assert page["rows"][0]["numbers"][0][-1] == "7e+02"
