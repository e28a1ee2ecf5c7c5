import re
import shutil
import sys
import warnings

import pytest

import minigrad as mg
from minigrad.viz import collapsed, make_dot, to_dot
from minigrad.viz.dot import _table
from tests.viz.networks import mlp, read
from tests.viz.samples import example

pytest.importorskip("graphviz")

EXAMPLE = """\
digraph {
	graph [size="12,12"]
	node [align=left fontname=monospace fontsize=10 height=0.2 ranksep=0.1 shape=box style=filled]
	n0 [label="
 ()" fillcolor=darkolivegreen1]
	n1 [label=AddBackward0]
	n2 -> n1
	n2 [label=MulBackward0]
	n3 -> n2
	n4 [label="x
 ()" fillcolor=lightblue]
	n4 -> n3
	n3 [label=AccumulateGrad]
	n5 -> n2
	n6 [label="y
 ()" fillcolor=lightblue]
	n6 -> n5
	n5 [label=AccumulateGrad]
	n7 -> n1
	n7 [label=LogBackward0]
	n3 -> n7
	n1 -> n0
}
"""


def test_the_source_as_torchviz_003_wrote_it_for_torch_213(lib):
    """Stored from torchviz; only the names of its nodes are shorter."""
    t = example(lib)
    assert make_dot(t["z"], {"x": t["x"], "y": t["y"]}).source == EXAMPLE


def test_attributes_and_saved_tensors():
    t = example(mg)
    source = make_dot(t["a"], t, show_attrs=True, show_saved=True).source
    assert (
        'label="MulBackward0\n---------------------\nother: [saved tensor]\nself : [saved tensor]"'
        in (source)
    )
    assert source.count("dir=none") == 2
    assert source.count("fillcolor=orange") == 2
    y = mg.arange(6.0).requires_grad_().reshape(2, 3)
    assert "(2, 3)" in make_dot(y, show_attrs=True).source


def test_the_same_program_gives_the_same_source():
    assert make_dot(example(mg)["z"]).source == make_dot(example(mg)["z"]).source


@pytest.mark.parametrize("show_attrs", [False, True])
@pytest.mark.parametrize("show_saved", [False, True])
@pytest.mark.parametrize("chars", [50, 5, 0])
def test_torchviz_itself_draws_the_same(show_attrs, show_saved, chars):
    torch = pytest.importorskip("torch")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torchviz still uses distutils
        torchviz = pytest.importorskip("torchviz", exc_type=ImportError)
        for tensor, params in torch_graphs(torch):
            arguments = (tensor, params, show_attrs, show_saved, chars)
            theirs, ours = torchviz.make_dot(*arguments), make_dot(*arguments)
            assert renamed(ours.source) == renamed(theirs.source)


def torch_graphs(torch):
    t = example(torch)
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
    loss = torch.nn.functional.mse_loss(model(torch.ones(2, 4)), torch.zeros(2, 1))
    view = (torch.ones(4, requires_grad=True) * 2).view(2, 2)
    written = torch.ones(6, requires_grad=True) * 1
    written[1:3].mul_(2)
    a, b = (torch.ones(3, requires_grad=True) for _ in range(2))
    (twice,) = torch.autograd.grad((a * b).exp().sum(), a, create_graph=True)
    cell, h = torch.nn.GRUCell(3, 3), torch.zeros(1, 3)
    for _ in range(3):
        h = cell(torch.ones(1, 3), h)
    images = torch.ones(2, 1, 4, 4)
    net = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Flatten())
    return [
        (torch.cat([a, b, a * 2]).sum(), {"a": a}),
        ((torch.stack([a, b])[0].prod(), torch.where(a > 0, a, b).max()), None),
        (a.view(3, 1).expand(3, 4).t(), {"a": a}),
        (twice.sum(), {"a": a, "b": b}),
        (torch.linalg.svd(torch.eye(3, requires_grad=True))[1].sum(), None),
        (h, dict(cell.named_parameters())),
        (net(images).log_softmax(1), dict(net.named_parameters())),
        (t["z"], t),
        (t["x"], None),
        ((t["z"], t["x"] * 2), {}),
        (loss, dict(model.named_parameters())),
        (own_function(torch).apply(t["x"]) * t["y"], t),
        (view, None),
        (view[0], None),
        (written.sum(), None),
    ]


def own_function(lib):
    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            result = x * x * x
            ctx.save_for_backward(x, result)
            return result

        @staticmethod
        def backward(ctx, g):
            x, _ = ctx.saved_tensors
            return 3 * x * x * g

    return Cube


def renamed(source):
    """The source with its nodes numbered as they appear."""
    names = {}
    node = r"(?<=^\t)(?:n\d+|\d{6,})|(?<=-> )(?:n\d+|\d{6,})"
    return re.sub(node, lambda m: names.setdefault(m[0], f"#{len(names)}"), source, flags=re.M)


def test_an_own_function_shows_what_it_saved():
    x = mg.tensor(2.0, requires_grad=True)
    source = make_dot(own_function(mg).apply(x)).source
    assert "CubeBackward" in source
    assert source.count("fillcolor=orange") == 2


def test_a_freed_graph_can_be_drawn_too():
    t = example(mg)
    t["z"].backward()
    source = make_dot(t["z"], t, show_attrs=True, show_saved=True).source
    assert "[freed]" in source


def test_any_depth():
    x = y = mg.tensor(1.0, requires_grad=True)
    for _ in range(3000):
        y = y + x
    assert make_dot(y).source.count("AddBackward0") == 3000


def test_to_dot_has_names_values_and_all_edges():
    t = example(mg)
    source = to_dot(t["z"], t).source
    assert '"MulBackward0\na = 6\nsaves x, y"' in source
    assert '"x = 2\ngrad None\nAccumulateGrad"' in source
    assert len(re.findall(r"n\d -> n\d", source)) == 5


def test_what_is_no_tensor_is_named():
    with pytest.raises(TypeError, match="make_dot draws tensors, but var is a int"):
        make_dot(1)
    with pytest.raises(TypeError, match=r"params\['w'\] is a float"):
        make_dot(example(mg)["z"], {"w": 1.0})


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(ImportError, match=r"pip install graphviz.*\nviz|viz\.draw\(tensor\) draws"):
        make_dot(example(mg)["z"])


def test_long_values_are_cut():
    assert _table({"a": "x" * 9, "size": "(2, 3)"}, 12, 7).splitlines() == [
        "",
        "-------------",
        "a   : xxxx...",
        "size:  (2, 3)",
    ]


def test_modules_are_frames():
    whole = read(*mlp())
    lines = to_dot(whole).source.splitlines()
    frames = [i for i, line in enumerate(lines) if "subgraph" in line]
    assert [lines[i].strip(' {\t"') for i in frames] == [
        "subgraph cluster_model",
        'subgraph "cluster_model.0',
        'subgraph "cluster_model.1',
        'subgraph "cluster_model.2',
    ]
    assert [len(lines[i]) - len(lines[i].lstrip()) for i in frames] == [1, 2, 2, 2]
    assert 'label="model.1 · ReLU(inplace=True)"' in lines[frames[2] + 1]
    assert lines[frames[2] + 2].startswith("\t\t\tn2 ")
    assert sum("->" in line for line in lines) == 9


def test_a_closed_module_is_a_node():
    source = to_dot(collapsed(read(*mlp()), {"model.0"})).source
    assert '"group model.0" -> n2' in source
    assert "cluster_model.0" not in source


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz's dot is not installed")
def test_graphviz_itself_understands_it():
    small = collapsed(read(*mlp()), {"model.0"})
    drawing = to_dot(small).pipe(format="plain", encoding="utf-8")
    assert sum(line.startswith("node ") for line in drawing.splitlines()) == len(small.nodes)
