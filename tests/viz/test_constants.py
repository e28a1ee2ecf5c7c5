"""What a graph leaves out, on request: pale, with the reason, and with what is not known."""

import re

import pytest

import minigrad as mg
from minigrad import nn, viz
from minigrad.viz.arrows import Arrows
from minigrad.viz.text import contents_of, why


@pytest.fixture(params=["minigrad", "torch"])
def lib(request):
    return pytest.importorskip(request.param)


def leaf(lib, value=2.0):
    return lib.tensor(value, requires_grad=True)


def told(result, **names):
    """Each constant by what it is and why."""
    graph = viz.graph(result, names, constants=True)
    return [(contents_of(one), why(one)) for one in graph.constants]


def test_they_are_left_out_unless_asked_for(lib):
    x = leaf(lib)
    z = x * lib.tensor(3.0)
    assert viz.graph(z).constants == ()
    assert "constant" not in repr(viz.draw(z)) + viz.draw(z).svg


def test_a_number_and_a_tensor_that_wants_no_gradient(lib):
    x, c = leaf(lib), lib.tensor(3.0)
    assert told(x * 4, c=c) == [("4", "a number")]
    assert told(x * 4.5, c=c) == [("4.5", "a number")]
    assert told(x * c, c=c) == [("c = 3", "no gradient wanted")]
    assert told(x * lib.tensor(3.0)) == [("3", "no gradient wanted")]
    assert told(lib.tensor([3.0, 4.0]) / x) == [("[3, 4]", "no gradient wanted")]


def test_there_is_one_for_each_entry_that_leads_nowhere(lib):
    x, c = leaf(lib), lib.tensor(3.0)
    for z in (x * 4, x**2, 1 - x, c / x, lib.where(c > 1, x, c), lib.stack([c, x, c]), x + 1):
        nowhere = [slot for slot, (to, _) in enumerate(z.grad_fn.next_functions) if to is None]
        constants = viz.graph(z, constants=True).constants
        assert sorted(slot for one in constants for _, slot in one.uses) == nowhere


def test_what_is_used_twice_is_one(lib):
    x, c = leaf(lib), lib.tensor(3.0)
    graph = viz.graph(x * c + (x * c) * 2, {"c": c}, constants=True)
    assert sorted(one.name for one in graph.constants) == ["", "c"]
    (shared,) = (one for one in graph.constants if one.name)
    assert len(shared.uses) == 2


def test_a_detached_value_shows_what_it_was_cut_off_from(lib):
    x = leaf(lib)
    h = x * 2
    d = h.detach()
    z = d * x
    graph = viz.graph(z, {"x": x, "h": h, "d": d}, constants=True)
    assert [(contents_of(one), why(one)) for one in graph.constants] == [
        ("d = 4", "detached from h"),
        ("h = 4", "no gradient gets here"),
    ]
    arrows = [(a.above, a.below, a.kind) for a in Arrows(graph)]
    assert arrows == [
        ("c0", "n0", "pale"),
        ("n1", "n0", ""),
        ("c1", "c0", "cut"),
        ("n1", "c1", "cut"),
    ]


def test_one_that_is_in_the_graph_itself_is_not_drawn_twice(lib):
    x = leaf(lib)
    h = x * 2
    d = h.detach()
    graph = viz.graph(d * h, {"h": h, "d": d, "x": x}, constants=True)
    detached = graph.constants[0]
    assert (detached.reason, detached.origins) == ("detached from h", (("n1", 0),))
    assert {one.reason for one in graph.constants} == {"detached from h", "a number"}


def test_a_detached_leaf(lib):
    x = leaf(lib, [1.0, 2.0])
    d = x.detach()
    assert told(d * x, d=d, x=x) == [("d = [1, 2]", "detached from x")]


def test_what_it_came_from_is_not_known_where_no_variable_holds_that(lib):
    x = leaf(lib)
    d = (x * 2).detach()
    assert told(d * x, d=d) == [("d = 4", "no gradient wanted")]


def test_equal_numbers_are_no_sign_of_a_cut(lib):
    x = leaf(lib)
    h, c = x * 2, lib.tensor(4.0)
    assert told(c * x, h=h, c=c) == [("c = 4", "no gradient wanted")]


def test_what_was_not_kept_is_named_if_one_variable_alone_fits():
    x, y = leaf(mg, [1.0, 2.0]), mg.tensor([1.5, 2.5])
    other = mg.tensor([0.25, 7.0])
    loss = ((x - y) ** 2).sum()
    fits = ("y = [1.5, 2.5]", "no gradient wanted (not kept; y fits)")
    assert told(loss, x=x, y=y, other=other) == [fits]
    assert told(loss, x=x, other=other) == [("not kept", "no gradient wanted")]
    twin = y.clone()
    assert told(loss, x=x, y=y, twin=twin) == [("not kept", "no gradient wanted")]
    assert told(mg.cat([y, x]).sum(), x=x, y=y) == [("not kept", "no gradient wanted")]
    both = mg.cat([y, x])
    assert told(both.sum(), x=x, y=y, both=both) == [fits]


def test_of_pytorchs_nodes_what_was_not_kept_is_not_known():
    torch = pytest.importorskip("torch")
    x, y = leaf(torch), torch.tensor(3.0)
    z = x + y
    assert told(z, x=x, y=y, z=z) == [("not kept", "no gradient wanted")]


def test_after_a_backward_and_after_a_write(lib):
    x, c = leaf(lib), lib.tensor(3.0)
    z = x * c
    c.add_(1)
    assert told(z)[0][0] == "changed in place since"
    w = x * 5
    w.backward()
    assert told(w) == [("freed", "no gradient wanted")]


TABLE = """\
z = 8: 1 operation, 1 leaf, 2 constants

  n0  MulBackward0  z = 8  from d (c0) and x (n1)  saves d = 4
  n1  leaf          x = 2  grad None
  c0  constant      d = 4  detached from h
  c1  MulBackward0  h = 4  from x (n1)             no gradient gets here"""

TREE = """\
z = 8: 1 operation, 1 leaf, 2 constants

z = 8 is made by MulBackward0 from d and x; it saves d = 4.
  d = 4 is a constant: detached from h.
    h = 4 is made by MulBackward0 from x; no gradient gets here.
      x = 2 is a leaf; its grad is None.
  x: see above."""


def test_the_table_and_the_tree():
    x = leaf(mg)
    h = x * 2
    d = h.detach()
    z = d * x
    graph = viz.graph(z, constants=True)
    assert repr(viz.draw(z, constants=True)) == TABLE.replace("saves d", "saves self")
    assert viz.to_text(graph) == TREE.replace("saves d", "saves self")


def test_a_number_stands_where_it_is_used():
    x = leaf(mg)
    z = x * 3 + x
    assert "from x (n2) and 3 (c0)" in repr(viz.draw(z, constants=True))
    assert "is made by MulBackward0 from x and 3;" in viz.to_text(viz.graph(z, constants=True))


def test_the_picture_is_pale_there():
    x = leaf(mg)
    h = x * 2
    d = h.detach()
    z = d * x
    picture = viz.draw(z, constants=True).svg
    assert re.findall(r'class="mg-edge mg-(\w+)" opacity="0.6"', picture) == ["pale", "cut", "cut"]
    assert picture.count("stroke-dasharray") == 2
    assert picture.count('class="mg-node mg-constant"') == 2
    boxes = picture[picture.index("mg-constant") :]
    assert re.findall(r'<text class="mg-\w+ mg-(\w+)"', boxes) == ["quiet"] * 4
    assert ">detached from h</text>" in boxes
    assert ">no gradient gets here</text>" in boxes


def test_the_order_of_arrows_counts_constants_too():
    x = leaf(mg)
    c = mg.tensor(3.0)
    assert "mg-which" not in viz.draw(c / x, constants=True).svg
    assert "mg-which" not in viz.draw(x / c, constants=True).svg
    z = x / c + c / x
    assert viz.draw(z, constants=True).svg.count("mg-which") == 2


def test_those_inside_a_closed_module_are_not_shown_what_goes_in_is():
    class Halving(nn.Module):
        def forward(self, x):
            return (self.inner(x) * 0.5).exp() * 4.0

    model = Halving()
    model.inner = nn.Linear(2, 1)
    data = mg.ones(3, 2)
    z = (model(data) * 7.0).sum()
    whole = viz.graph(z, constants=True)
    named = {contents_of(one): one for one in whole.constants}
    assert set(named) == {"7", "4", "0.5", "data (3, 2)"}
    assert named["0.5"].modules == ("model",)
    assert named["data (3, 2)"].modules == ()
    closed = viz.collapsed(whole, {"model"})
    assert [contents_of(one) for one in closed.constants] == ["7", "data (3, 2)"]
    assert "data" in viz.to_text(closed)
    assert viz.to_svg(closed).count("mg-constant") == 2


def test_graphviz_has_them_too():
    pytest.importorskip("graphviz")
    x = leaf(mg)
    h = x * 2
    d = h.detach()
    source = viz.to_dot(viz.graph(d * x, constants=True)).source
    assert "detached from h" in source
    assert "c1 -> c0 [color=gray style=dashed]" in source
