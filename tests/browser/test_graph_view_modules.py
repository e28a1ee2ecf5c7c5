"""Closed modules of the graph view: opened and closed by mouse, by keyboard, from Python."""

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.graph_view import NETWORK, box, inspector, press, told, transform
from tests.browser.notebook import python_sees

pytestmark = pytest.mark.browser


def test_modules_open_and_close_by_mouse(view_of):
    notebook, view = view_of(NETWORK)
    closed = box(view, "group:model.0")
    expect(closed).to_have_attribute("aria-expanded", "false")
    place = closed.bounding_box()
    closed.click()
    frame = view.locator('.mg-frame[data-id="group:model.0"]')
    expect(frame).to_have_attribute("aria-expanded", "true")
    expect(told(view)).to_have_text("model.0 opened")
    expect(inspector(view)).to_contain_text("model.0 · Linear(2, 3)")
    expect(inspector(view)).to_contain_text("model.0.bias")
    now = frame.bounding_box()  # it opens where it was
    assert abs(now["x"] + now["width"] / 2 - place["x"] - place["width"] / 2) < 4
    assert python_sees(notebook, "(view.closed, view.selected)") == "((), 'group:model.0')"
    frame.locator("text").click()
    expect(closed).to_be_visible()
    expect(told(view)).to_have_text("model.0 closed")
    assert python_sees(notebook, "view.closed") == "('model.0',)"
    inside = view.locator('.mg-frame[data-id="group:model"] rect')
    inside.click(position={"x": 8, "y": 60}, force=True)  # between the boxes nothing happens
    assert python_sees(notebook, "view.closed") == "('model.0',)"


def test_modules_open_and_close_by_keyboard_and_from_python(view_of):
    notebook, view = view_of(NETWORK)
    box(view, "group:model.0").focus()
    press(view, "Enter")
    frame = view.locator('.mg-frame[data-id="group:model.0"]')
    expect(frame).to_be_focused()
    press(view, " ")
    expect(box(view, "group:model.0")).to_be_focused()
    python_sees(notebook, "setattr(view, 'closed', ['model.2', 'model.0'])")
    expect(box(view, "group:model.2")).to_be_visible()
    python_sees(notebook, "setattr(view, 'selected', view.graph.groups()['model.2'].nodes[0])")
    expect(box(view, "group:model.2")).to_contain_class("mg-chosen")
    expect(inspector(view)).to_contain_text("AddmmBackward0")


def test_a_hit_inside_closed_modules_opens_them(view_of):
    program = NETWORK.replace('["model.0"]', '["model", "model.0", "model.2"]')
    notebook, view = view_of(program)
    view.get_by_label("Larger").click()
    scale = transform(view)[2]
    field = view.get_by_label("Search", exact=True)
    field.fill("weight")
    expect(told(view)).to_have_text("2 found, 2 in closed modules: Enter opens them")
    expect(box(view, "group:model")).to_contain_class("mg-hit")
    field.press("Enter")
    expect(told(view)).to_contain_text("1 of 2: leaf, model.2.weight (1, 3)")
    assert python_sees(notebook, "view.closed") == "('model.0',)"
    chosen = view.locator(".mg-node.mg-chosen")
    expect(chosen).to_contain_text("model.2.weight")
    assert is_in_sight(view, chosen)
    view.get_by_label("Next hit").click()
    expect(told(view)).to_contain_text("2 of 2: leaf, model.0.weight (3, 2)")
    expect(chosen).to_contain_text("model.0.weight")
    assert is_in_sight(view, chosen)
    assert python_sees(notebook, "view.closed") == "()"
    assert transform(view)[2] == pytest.approx(scale)
    field.fill("linear")
    expect(told(view)).to_have_text("2 found")
    field.press("Enter")
    expect(told(view)).to_have_text("1 of 2: model.2 · Linear(3, 1)")
    assert python_sees(notebook, "view.selected") == "'group:model.2'"


def is_in_sight(view, part):
    outer, inner = view.locator(".mg-canvas").bounding_box(), part.bounding_box()
    return all(
        outer[low] - 1 <= inner[low] and inner[low] + inner[size] <= outer[low] + outer[size] + 1
        for low, size in (("x", "width"), ("y", "height"))
    )


DEEP = """\
import minigrad as torch
from minigrad import nn
from minigrad.widgets import GraphView

model = nn.Sequential(*[part for _ in range(4) for part in (nn.Linear(2, 2), nn.Tanh())])
loss = model(torch.ones(4, 2)).square().mean()
view = GraphView(loss, closed=[f"model.{i}" for i in range(8)])
view"""


def test_opening_a_module_keeps_it_and_the_result_in_sight(view_of):
    notebook, view = view_of(DEEP)
    result = box(view, "n0")
    result.click()
    for _ in range(4):
        view.get_by_label("Smaller").click()
    scale = transform(view)[2]
    assert is_in_sight(view, result)
    box(view, "group:model.6").click()
    frame = view.locator('.mg-frame[data-id="group:model.6"]')
    expect(frame).to_be_visible()
    assert is_in_sight(view, frame)
    assert is_in_sight(view, result)
    assert transform(view)[2] == pytest.approx(scale)
    result.click()
    view.get_by_label("Larger").click()
    python_sees(notebook, "setattr(view, 'closed', ())")
    expect(view.locator('.mg-frame[data-id="group:model.0"]')).to_be_attached()
    assert is_in_sight(view, result)


def test_a_module_of_one_node_closes_again_by_mouse(view_of):
    notebook, view = view_of(NETWORK)
    view.locator('.mg-frame[data-id="group:model.1"] text').click()
    expect(box(view, "group:model.1")).to_be_visible()
    box(view, "group:model.1").click()
    expect(view.locator('.mg-frame[data-id="group:model.1"]')).to_be_visible()
    assert python_sees(notebook, "view.closed") == "('model.0',)"
