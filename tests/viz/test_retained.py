"""The ``.grad`` of a result after ``retain_grad()``, in pictures and in words."""

import re

import pytest

import minigrad as mg
from minigrad import viz


def result(lib=mg):
    """``z = log(x * y)`` with a retained `h` between."""
    x = lib.tensor(2.0, requires_grad=True)
    y = lib.tensor(3.0, requires_grad=True)
    h = x * y
    h.retain_grad()
    return h, h.log()


def lines(z):
    return re.findall(r"<text[^>]*>([^<]*)</text>", viz.draw(z).svg)


def row(z, key, **names):
    table = str(viz.draw(z, names)).splitlines()
    return next(line for line in table if line.startswith(f"  {key} "))


def test_before_and_after_a_backward():
    h, z = result()
    assert row(z, "n1").endswith("saves self = 2 and other = 3; grad None")
    assert lines(z).count("grad None") == 3
    z.backward()
    assert float(h.grad) == pytest.approx(1 / 6)
    assert row(z, "n1").endswith("what it saved is freed; grad 0.1667")
    assert "what it saved is freed; its grad is 0.1667." in viz.to_text(z)
    assert "grad 0.1667" in lines(z)
    assert "grad 0.1667" in viz.draw(z).svg.split("<desc")[1].split("</desc")[0]


def test_what_does_not_retain_shows_none():
    _h, z = result()
    z.backward()
    assert "grad" not in row(z, "n0")
    assert sum(line.startswith("grad") for line in lines(z)) == 3


def test_it_is_found_where_no_variable_has_it_and_kept_alive_by_nobody():
    layers = [mg.tensor(2.0, requires_grad=True) * 3]
    layers[0].retain_grad()
    z = layers[0].log()
    z.backward()
    assert row(z, "n1").endswith("grad 0.1667")
    layers.clear()
    assert "grad" not in row(z, "n1")


def test_the_box_has_a_line_more_in_the_colour_of_gradients():
    _h, z = result()
    plain = viz.graph((mg.tensor(2.0, requires_grad=True) * 3.0).log())
    z.backward()
    (kept,) = re.findall(r'class="(mg-kept[^"]*)"', viz.to_svg(z))
    assert kept == "mg-kept mg-grad"
    assert "mg-kept" not in viz.to_svg(plain)
    heights = re.findall(r'<rect x[^>]*height="(\d+)"', viz.to_svg(z))
    assert sorted(heights) == ["66", "66", "66", "84"]


def test_of_several_outputs_each_says_its_own():
    a, b = mg.tensor([2.0, 3.0], requires_grad=True).unbind()
    b.retain_grad()
    z = a * b
    z.backward()
    assert row(z, "n1", a=a, b=b).endswith("  b.grad 2")
    assert "; b.grad is 2." in viz.to_text(z)
    a.retain_grad()
    assert row(z, "n1", a=a, b=b).endswith("  a.grad None, b.grad 2")


def test_a_closed_module_shows_that_of_its_output():
    model = mg.nn.Linear(2, 1)
    out = model(mg.ones(1, 2))
    out.retain_grad()
    z = out.sum()
    z.backward()
    closed = viz.collapsed(viz.graph(z), {"model"})
    assert "grad [[1]]" in viz.to_text(closed).replace("grad is", "grad")


def test_a_recording_names_it_after_its_node_where_it_has_no_name():
    layers = [mg.tensor(2.0, requires_grad=True) * 3]
    layers[0].retain_grad()
    text = repr(viz.record_backward(layers[0].log()))
    assert "the .grad of the result of MulBackward0 was None; it becomes 0.1667." in text


def test_pytorchs_are_found_by_their_variables():
    torch = pytest.importorskip("torch")
    h, z = result(torch)
    z.backward()
    assert row(z, "n1", h=h).endswith("grad 0.1667")
