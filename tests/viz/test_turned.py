import random
import re
import xml.etree.ElementTree as ET

import pytest

import minigrad
from minigrad import viz
from minigrad.viz.turned import ordered

SVG = "{http://www.w3.org/2000/svg}"


def leaves(*values):
    return [minigrad.tensor(value, requires_grad=True) for value in values]


def heads(z):
    """For each operation the edges as the picture has them from left to right, by their slots."""
    graph, found = viz.graph(z), {}
    ends = dict(arrows(viz.to_svg(graph)))
    for node in graph.operations:
        found[node.id] = sorted((ends[edge.id][0], edge.slot) for edge in node.edges)
    return graph, found


def arrows(picture):
    """Where each edge ends, and the number it carries."""
    for g in ET.fromstring(picture).iter(f"{SVG}g"):
        if g.get("class") == "mg-edge":
            tip = next(p for p in g.iter(f"{SVG}path") if p.get("class") == "mg-tip")
            x = float(re.findall(r"[\d.]+", tip.get("d"))[0])
            numbers = [t.text for t in g.iter(f"{SVG}text") if "mg-which" in t.get("class")]
            yield g.get("data-id"), (x, *numbers)


X = leaves([[4.0, 2.0], [1.0, 3.0]], [[2.0, 3.0], [5.0, 1.0]])

TWO = {
    "sub": lambda a, b: a - b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "matmul": lambda a, b: a @ b,
    "mv": lambda a, b: a @ b[0],
    "where": lambda a, b: minigrad.where(minigrad.tensor([True, False]), a, b),
    "cat": lambda a, b: minigrad.cat([a, b]),
    "stack": lambda a, b: minigrad.stack([a, b]),
    "cross entropy": lambda a, b: minigrad.nn.functional.binary_cross_entropy_with_logits(a, b),
}


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("turned", [False, True])
def test_arrows_come_in_the_order_of_the_inputs(name, turned):
    """Whether the first input is the older leaf or the newer one, or has been computed."""
    a, b = X[::-1] if turned else X
    for first, second in [(a, b), (a.exp(), b), (a, b.exp()), (a * 2, b.exp())]:
        graph, found = heads(TWO[name](first, second).sum())
        assert all(slots == sorted(slots, key=lambda s: s[1]) for slots in found.values())
        assert not re.search("mg-which", viz.to_svg(graph))


@pytest.mark.parametrize("name", sorted(set(TWO) - {"mv"}))
def test_of_both_orders_in_one_graph_one_carries_its_numbers(name):
    a, b = X
    z = TWO[name](a, b) + TWO[name](b, a)
    picture = viz.to_svg(z)
    told = {key: rest for key, (_, *rest) in arrows(picture) if rest}
    graph = viz.graph(z)
    (turned,) = {key.rpartition(".")[0] for key in told}
    assert graph[turned].op != "AddBackward0"
    assert told == {f"{turned}.0": ["1"], f"{turned}.1": ["2"]}


def random_result(seed, tree):
    draw = random.Random(seed)
    values = leaves(*(draw.uniform(1, 2) for _ in range(3)))
    for _ in range(draw.randint(3, 12)):
        a, b = leaves(2.0, 3.0) if tree and draw.random() < 0.3 else draw.sample(values, 2)
        made = draw.choice([lambda a, b: a - b, lambda a, b: a / b, lambda a, b: a * b])(a, b)
        values = [v for v in values if not tree or (v is not a and v is not b)] + [made]
        values += leaves(1.5) if len(values) < 2 else []
    return values[-1]


@pytest.mark.parametrize("seed", range(15))
def test_in_a_tree_all_arrows_come_in_order(seed):
    _, found = heads(random_result(seed, tree=True))
    assert all(slots == sorted(slots, key=lambda s: s[1]) for slots in found.values())


@pytest.mark.parametrize("seed", range(25))
def test_what_comes_in_another_order_carries_its_place_and_nothing_else_does(seed):
    graph, found = heads(random_result(seed, tree=False))
    told = {key: rest[0] for key, (_, *rest) in arrows(viz.to_svg(graph)) if rest}
    expected = {
        f"{key}.{slot}": str(slot + 1)
        for key, slots in found.items()
        for _, slot in slots
        if key in ordered(graph) and [s for _, s in slots] != sorted(s for _, s in slots)
    }
    assert told == expected


KEPT = {
    "a difference beside a sum": lambda x, y, w, v: (y + x) * (x - y),
    "the result": lambda x, y, w, v: x * y - w.log() * x,
    "a quotient": lambda x, y, w, v: (x / y) * w + x * v,
    "the second of two": lambda x, y, w, v: (x * y + y * w) + w / x,
}


@pytest.mark.parametrize("name", KEPT)
def test_where_not_all_can_keep_their_order_those_do_for_which_it_matters(name):
    z = KEPT[name](*leaves(6.0, 3.0, 2.0, 5.0))
    graph, found = heads(z)
    matters = [slots for key, slots in found.items() if key in ordered(graph)]
    assert all(slots == sorted(slots, key=lambda s: s[1]) for slots in matters)
    assert len(matters) < sum(len(slots) > 1 for slots in found.values())
    assert "mg-which" not in viz.to_svg(graph)


def test_where_order_does_not_matter_no_number_is_written():
    x, y = leaves(6.0, 3.0)
    z = x * y + y * x + minigrad.maximum(x, y) - minigrad.maximum(y, x)
    assert "mg-which" not in viz.to_svg(z)


def test_a_closed_module_has_no_order():
    model = minigrad.nn.Linear(2, 3)
    z = model(minigrad.ones(4, 2)).sum()
    shown = viz.collapsed(viz.graph(z), {"model"})
    assert ordered(shown) == []
