import re

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.viz.svg import svg
from minigrad.widgets.specification import specification
from minigrad.widgets.still import still
from tests.viz.samples import example


@pytest.fixture
def texts():
    t = example(mg)
    recording = record_backward(t["z"], params=t)
    picture, spec = svg(recording.graph), specification(recording)

    def at(count):
        drawn = still(picture, spec, count)
        return re.findall(r"<text[^>]*>([^<]*)</text>", drawn)

    return at


def test_before_anything_is_computed(texts):
    assert texts(0).count("…") == 3
    assert "x = 2" in texts(0)


def test_after_the_forward_pass(texts):
    words = texts(3)
    assert {"a = 6", "b = 0.6931", "saves x, y", "grad None"} <= set(words)
    assert not {"…", "x, y freed", "1"} & set(words)


def test_gradients_sums_and_what_is_freed(texts):
    words = texts(7)
    assert {"x, y freed", "0.5 + 3 = 3.5", "0.5", "3", "2"} <= set(words)
    assert words.count("grad None") == 2
    assert "x, y freed" not in texts(6)
    assert texts(9).count("grad None") == 0
    assert {"grad 3.5", "grad 2"} <= set(texts(9))


def test_a_retained_gradient_stands_in_the_box_once_it_is_there():
    t = example(mg)
    t["a"].retain_grad()
    recording = record_backward(t["z"], params=t)
    picture, spec = svg(recording.graph), specification(recording)
    kept = [re.findall(r"mg-kept[^>]*>([^<]*)<", still(picture, spec, k)) for k in (3, 5, 9)]
    assert kept == [["grad None"], ["grad None"], ["grad 1"]]


def test_a_sum_too_long_for_its_box_is_written_narrower():
    t = example(mg)
    recording = record_backward(t["z"], params=t)
    spec = specification(recording)
    spec["steps"][6]["sums"]["n3"] = "0.1234 + 0.1234 + 0.1234 = 0.37"
    drawn = still(svg(recording.graph), spec, 7)
    assert re.search(r'textLength="\d+" lengthAdjust="spacingAndGlyphs">0.1234', drawn)


def test_where_it_fails():
    t = example(mg)
    t["z"].backward()
    with pytest.raises(RuntimeError) as raised:
        record_backward(t["z"], params=t)
    recording = raised.value.recording
    drawn = still(svg(recording.graph), specification(recording), 6)
    assert drawn.count("✕ cannot run") == 1
    assert drawn.startswith("<svg xmlns=")


def test_a_summary_stays_as_it_is():
    x = mg.tensor(2.0, requires_grad=True)
    spec = specification(record_backward(x * x))
    source = '<svg xmlns="http://www.w3.org/2000/svg"><text>a summary</text></svg>'
    assert still(source, spec, 3).strip() == source
