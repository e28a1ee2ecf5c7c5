import minigrad as mg
from minigrad import viz
from minigrad.viz.arrows import Arrows


def graph():
    x = mg.tensor(2.0, requires_grad=True)
    h = x * 2
    d = h.detach()
    return viz.graph(d / x, {"x": x, "h": h, "d": d}, constants=True)


def test_without_constants_they_are_the_edges():
    x = mg.tensor(2.0, requires_grad=True)
    plain = viz.graph((x * 3).log() - x)
    assert [(a.id, a.above, a.below, a.kind) for a in Arrows(plain)] == [
        (edge.id, edge.to, edge.node, "") for edge in plain.edges()
    ]


def test_they_come_in_the_order_of_the_inputs_each_with_an_id_of_its_own():
    arrows = Arrows(graph())
    assert [(a.id, a.above) for a in arrows.into(graph().root)] == [("n0.0", "c0"), ("n0.1", "n1")]
    ids = [arrow.id for arrow in arrows]
    assert ids == ["n0.0", "n0.1", "c0.0", "c1.0"]


def test_what_they_come_from_has_a_name():
    arrows = Arrows(graph())
    assert [arrows.name(arrow) for arrow in arrows] == ["d", "x", "h", "x"]
    assert not arrows.is_number("c0")


def test_of_a_closed_module_it_says_how_many_it_stands_for():
    model = mg.nn.Linear(2, 2)
    x = mg.ones(1, 2, requires_grad=True)
    z = (model(x) + model.weight).sum()
    closed = viz.collapsed(viz.graph(z), {"model"})
    assert [a.times for a in Arrows(closed)] == [e.times for e in closed.edges()]
