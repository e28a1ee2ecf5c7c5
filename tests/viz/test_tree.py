import re

import pytest

import minigrad as mg
from minigrad.viz import collapsed, to_text
from minigrad.viz import graph as read_graph
from tests.viz.networks import deep, mlp, read
from tests.viz.samples import example, random_graph


def test_the_tree(lib):
    t = example(lib)
    assert to_text(t["z"], t).splitlines() == [
        "z = 6.693: 3 operations, 2 leaves",
        "",
        "z = 6.693 is made by AddBackward0 from a and b.",
        "  a = 6 is made by MulBackward0 from x and y; it saves self = 2 and other = 3.",
        "    x = 2 is a leaf; its grad is None.",
        "    y = 3 is a leaf; its grad is None.",
        "  b = 0.6931 is made by LogBackward0 from x; it saves self = 2.",
        "    x: see above.",
    ]


def test_after_backward(lib):
    t = example(lib)
    t["a"].retain_grad()
    t["z"].backward()
    lines = to_text(t["z"], t).splitlines()
    assert lines[3] == (
        "  a = 6 is made by MulBackward0 from x and y; what it saved is freed; its grad is 1."
    )
    assert lines[4] == "    x = 2 is a leaf; its grad is 3.5."


def test_what_was_written_over_is_said():
    t = example(mg)
    with mg.no_grad():
        t["y"].add_(1.0)
    assert "it saves self = 2 and other (changed in place since)." in to_text(t["z"], t)


def test_modules_are_headings():
    assert to_text(read(*mlp())).splitlines()[2:] == [
        "loss = 18.06 is made by MseLossBackward0 from n1; it saves self (5, 1) and target (5, 1).",
        "  in model · Sequential, model.2 · Linear(3, 1):",
        "    n1 (5, 1) is made by AddmmBackward0 from model.2.bias, n2 and n3; it saves mat1 "
        "(5, 3) and mat2 = [[0.5], [0.5], [0.5]].",
        "      model.2.bias = [0.5] is a leaf; its grad is None.",
        "      in model.1 · ReLU(inplace=True):",
        "        n2 (5, 3) is made by ReluBackward0 from n4; it was written in place, "
        "version 0 → 1; it saves result (5, 3).",
        "          in model.0 · Linear(4, 3):",
        "            n4 (5, 3) is made by AddmmBackward0 from model.0.bias and n5; it saves mat1 "
        "(5, 4).",
        "              model.0.bias = [0.5, 0.5, 0.5] is a leaf; its grad is None.",
        "              n5 (4, 3) is made by TBackward0 from model.0.weight.",
        "                model.0.weight (3, 4) is a leaf; its grad is None.",
        "      n3 = [[0.5], [0.5], [0.5]] is made by TBackward0 from model.2.weight.",
        "        model.2.weight = [[0.5, 0.5, 0.5]] is a leaf; its grad is None.",
    ]


def test_headings_where_the_way_leaves_a_module():
    class Scales(mg.nn.Module):
        def forward(self, x):
            return x * 2

    net, x = Scales(), mg.tensor(3.0, requires_grad=True)
    y = net(net(x).exp())
    assert to_text(y).splitlines()[2:] == [
        "in net · Scales · call 2:",
        "  y = 806.9 is made by MulBackward0 from n1; it saves other = 2.",
        "    outside of modules:",
        "      n1 = 403.4 is made by ExpBackward0 from n2; it saves result = 403.4.",
        "        in net · Scales:",
        "          n2 = 6 is made by MulBackward0 from x; it saves other = 2.",
        "            x = 3 is a leaf; its grad is None.",
    ]


def test_closed_modules():
    small = collapsed(read(*deep(2)), {"model.0", "model.1"})
    assert to_text(small).splitlines()[3:] == [
        "  in model · Sequential:",
        "    model.1 (2, 3) is made by model.1 · Block from model.0 (2 times); inside are "
        "7 operations, 4 leaves.",
        "      model.0 (2, 3) is made by model.0 · Block; inside are 7 operations, 4 leaves.",
    ]


def test_every_node_has_one_sentence():
    for seed in range(10):
        graph = read_graph(random_graph(mg, seed)[2])
        lines = to_text(graph).splitlines()[2:]
        said = [line for line in lines if " is made by " in line or " is a leaf" in line]
        again = [line for line in lines if line.endswith(": see above.")]
        assert len(said) == len(graph.nodes)
        assert len(said) + len(again) == len(lines)
        pairs = {(edge.node, edge.to) for edge in graph.edges()}
        assert len(pairs) == len(lines) - 1


def test_a_node_is_indented_under_what_was_made_from_it():
    x = mg.tensor(2.0, requires_grad=True)
    y = x
    for _ in range(40):
        y = y.exp()
    lines = to_text(y.log()).splitlines()[2:]
    assert [re.match(" *", line).end() for line in lines[:27]] == [*range(0, 49, 2), 48, 48]
    assert lines[24].startswith(" " * 48 + "n24")
    assert lines[25].startswith(" " * 48 + "(level 25) n25")


def test_any_depth():
    x = y = mg.tensor(1.0, requires_grad=True)
    for _ in range(20_000):
        y = y + x
    text = to_text(y)
    assert text.count("AddBackward0") == 20_000
    assert text.count("x: see above.") == 19_999
    assert len(text) < 4_000_000


def test_what_is_no_tensor_is_refused():
    with pytest.raises(TypeError, match="this is a dict"):
        to_text({})
    with pytest.raises(TypeError, match="this is a float"):  # one of several results
        to_text([1.0])


def test_one_of_several_outputs_is_found_by_its_name(lib):
    x = lib.tensor([3.0, 4.0], requires_grad=True)
    b = x.unbind()[1]
    z = b + 2
    assert to_text(z).splitlines()[2:] == [
        "z = 6 is made by AddBackward0 from b.",
        "  b = 4 is made by UnbindBackward0 from x.",
        "    x = [3, 4] is a leaf; its grad is None.",
    ]


def test_all_outputs_that_matter_are_told_and_their_gradients(lib):
    x = lib.tensor([3.0, 1.0, 2.0, 5.0], requires_grad=True)
    p, q = x.split(2)
    assert "p = [3, 1] and q = [2, 5] are made by SplitBackward0 from x." in to_text(q)
    assert to_text(q).startswith("q = [2, 5]: 1 operation")
    q.retain_grad()
    z = q.sum()
    z.backward()
    assert "are made by SplitBackward0 from x; q.grad is [1, 1]." in to_text(z)
    del p
    assert "q = [2, 5] is made by SplitBackward0 from x; its grad is [1, 1]." in to_text(z)
