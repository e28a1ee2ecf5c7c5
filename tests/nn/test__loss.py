import numpy as np
import pytest

import minigrad
from minigrad.nn import functional as F
from tests.nn.twins import both, cases
from tests.ops.expressions import as_torch

case = cases()


def pair(lib, *shape):
    """Predictions that require grad, and targets, both random."""
    return lib.randn(*shape, requires_grad=True), lib.randn(*shape)


def scored(lib, *shape):
    """Scores that require grad, and for each sample a class."""
    scores = lib.randn(*shape, requires_grad=True)
    at = 1 if len(shape) > 1 else 0
    return scores, lib.randint(shape[at], (*shape[:at], *shape[at + 1 :]))


def slopes(loss, *inputs):
    """The loss, and its gradients in the inputs."""
    (loss if loss.ndim == 0 else (loss * (loss.detach() + 1)).sum()).backward()
    return loss, [x.grad for x in inputs]


def regression(name, reduction):
    def one(lib):
        x, y = pair(lib, 3, 4)
        y.requires_grad_()
        loss = getattr(lib.nn.functional, name)(x, y, reduction=reduction)
        return slopes(loss, x, y)

    return one


def values(outcome):
    """The same without nodes: the graph of what is composed may be another than PyTorch's."""
    loss, grads = outcome
    return loss.detach(), grads


def classified(name, shape, reduction, weighted, **options):
    composed = len(shape) > 2 or "label_smoothing" in options

    def one(lib):
        x, y = scored(lib, *shape)
        weight = lib.rand(shape[min(1, len(shape) - 1)]) if weighted else None
        loss = getattr(lib.nn.functional, name)(x, y, weight, reduction=reduction, **options)
        return values(slopes(loss, x)) if composed else slopes(loss, x)

    return one


def probable(shape, reduction, weighted, smoothing=0.0):
    def one(lib):
        x, y = lib.randn(*shape, requires_grad=True), lib.rand(*shape, requires_grad=True)
        weight = lib.rand(shape[min(1, len(shape) - 1)]) if weighted else None
        loss = lib.nn.functional.cross_entropy(
            x, y, weight, reduction=reduction, label_smoothing=smoothing
        )
        return values(slopes(loss, x, y))

    return one


for reduction in ("mean", "sum", "none"):
    for name in ("mse_loss", "l1_loss"):
        case.all[f"{name}_{reduction}"] = regression(name, reduction)
    for weighted in (False, True):
        tag = f"{reduction}_{'weighted' if weighted else 'plain'}"
        for shape in ((3,), (5, 3), (2, 3, 4), (2, 3, 2, 4), (2, 3, 2, 2, 2)):
            size = "x".join(map(str, shape))
            case.all[f"nll_{tag}_{size}"] = classified("nll_loss", shape, reduction, weighted)
            case.all[f"cross_{tag}_{size}"] = classified(
                "cross_entropy", shape, reduction, weighted
            )
        for shape in ((3,), (5, 3), (2, 3, 4)):
            size = "x".join(map(str, shape))
            case.all[f"smooth_{tag}_{size}"] = classified(
                "cross_entropy", shape, reduction, weighted, label_smoothing=0.2
            )
            case.all[f"probable_{tag}_{size}"] = probable(shape, reduction, weighted)
        case.all[f"ignored_{tag}"] = classified(
            "cross_entropy", (6, 3), reduction, weighted, ignore_index=1
        )
        case.all[f"ignored_smooth_{tag}"] = classified(
            "cross_entropy", (6, 3), reduction, weighted, ignore_index=1, label_smoothing=0.2
        )
        case.all[f"probable_smooth_{tag}"] = probable((4, 3), reduction, weighted, 0.3)


@case
def mse_of_shapes_that_differ(lib):
    x, y = lib.randn(3, requires_grad=True), lib.randn(2, 3, requires_grad=True)
    return slopes(lib.nn.functional.mse_loss(x, y), x, y)


@case
def mse_of_a_column_and_a_row(lib):
    x, y = lib.randn(3, 1, requires_grad=True), lib.randn(3)
    return slopes(lib.nn.functional.mse_loss(x, y), x)


@case
def l1_of_shapes_that_differ(lib):
    x, y = lib.randn(3, requires_grad=True), lib.randn(2, 1)
    return slopes(lib.nn.functional.l1_loss(x, y), x)


@case
def mse_with_whole_targets(lib):
    x = lib.randn(3, requires_grad=True)
    return slopes(lib.nn.functional.mse_loss(x, lib.tensor([1, 2, 3])), x)


@case
def mse_of_nothing(lib):
    x = lib.zeros(0, requires_grad=True)
    return slopes(lib.nn.functional.mse_loss(x, lib.zeros(0)), x)


@case
def l1_of_whole_numbers(lib):
    x, y = lib.tensor([1, 2]), lib.tensor([1, 4])
    return lib.nn.functional.l1_loss(x, y, reduction="none")


@case
def bytes_as_classes(lib):
    x, y = scored(lib, 4, 3)
    return slopes(lib.nn.functional.cross_entropy(x, y.to(lib.uint8)), x)


@case
def one_class_for_one_vector(lib):
    return lib.nn.functional.cross_entropy(lib.randn(3), lib.tensor([1]))


@case
def all_ignored(lib):
    x = lib.randn(2, 3, requires_grad=True)
    return slopes(lib.nn.functional.cross_entropy(x, lib.tensor([-100, -100])), x)


@case
def all_ignored_but_smoothed(lib):
    x, y = lib.randn(2, 3, requires_grad=True), lib.tensor([-100, -100])
    return lib.nn.functional.cross_entropy(x, y, label_smoothing=0.1).detach()


@case
def no_samples(lib):
    x, y = lib.zeros(0, 3), lib.zeros(0, dtype=lib.int64)
    mean = lib.nn.functional.cross_entropy(x, y)
    return mean, lib.nn.functional.cross_entropy(x, y, reduction="sum")


@case
def an_ignored_sample_may_be_infinite(lib):
    x = lib.tensor([[-float("inf"), 0.0]], requires_grad=True)
    return slopes(lib.nn.functional.nll_loss(x, lib.tensor([-100]), reduction="sum"), x)


@case
def large_scores(lib):
    x = lib.tensor([[1000.0, 0.0, -1000.0]], requires_grad=True)
    return slopes(lib.nn.functional.cross_entropy(x, lib.tensor([1])), x)


@case
def double_scores(lib):
    x, y = scored(lib, 4, 3)
    x = x.detach().double().requires_grad_()
    return slopes(lib.nn.functional.cross_entropy(x, y), x)


@case
def mixed_probabilities(lib):
    x = lib.randn(2, 3, requires_grad=True)
    return values(slopes(lib.nn.functional.cross_entropy(x, lib.rand(2, 3).double()), x))


@case
def unknown_reduction_mse(lib):
    return lib.nn.functional.mse_loss(*pair(lib, 2), reduction="avg")


@case
def unknown_reduction_l1(lib):
    return lib.nn.functional.l1_loss(*pair(lib, 2), reduction="avg")


@case
def unknown_reduction_cross_entropy(lib):
    return lib.nn.functional.cross_entropy(*scored(lib, 2, 3), reduction="avg")


@case
def mse_of_whole_numbers(lib):
    return lib.nn.functional.mse_loss(lib.tensor([1, 2]), lib.tensor([1, 2]))


test_loss_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("loss", ["mse_loss", "cross_entropy", "l1_loss"])
@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_second_derivatives_are_torchs(loss, reduction):
    torch = pytest.importorskip("torch")
    results = []
    for lib in (minigrad, torch):
        lib.manual_seed(0)
        x = lib.randn(3, 4, dtype=lib.float64, requires_grad=True)
        y = lib.tensor([1, 0, 3]) if loss == "cross_entropy" else lib.randn(3, 4).double()
        value = getattr(lib.nn.functional, loss)(x * x, y, reduction=reduction)
        (first,) = lib.autograd.grad((value * value).sum(), x, create_graph=True)
        results.append(lib.autograd.grad((first**2).sum(), x)[0].tolist())
    np.testing.assert_allclose(*results, rtol=1e-10)


def test_the_warning_points_at_the_caller():
    with pytest.warns(UserWarning, match="is different to the input size") as caught:
        F.mse_loss(minigrad.zeros(2, 1), minigrad.zeros(2))
    assert caught[0].filename == __file__


def test_neither_input_nor_target_is_changed():
    x, y = minigrad.randn(4, 3), minigrad.tensor([0, 1, -100, 2])
    before = x.tolist(), y.tolist()
    F.cross_entropy(x, y)
    assert (x.tolist(), y.tolist()) == before
    assert x._version == y._version == 0


SETUP = """smooth, mse, l1 = (getattr(torch.nn.functional, name) for name in
    ("smooth_l1_loss", "mse_loss", "l1_loss"));"""

test_as_torch = as_torch(
    "\n".join(
        f"{SETUP} {line}"
        for line in """
smooth(m, m * 2), smooth(m, m * 2, reduction='sum'), smooth(m, f[0], reduction='none', beta=0.5)
smooth(m, -m, beta=0), smooth(m, -m, beta=0.0, reduction='none'), smooth(e, e)
smooth(m, m.double()), smooth(w, w.double() * 3), smooth(m, m.long() * 3)
smooth(e, e, reduction='none'), smooth(s, z), smooth(w, w.detach() * 3), smooth(w.detach(), w * 3)
smooth(m, m[0])
smooth(i, i)
smooth(b, b)
smooth(m, m, reduction='x')
smooth(m, f)
grads(lambda x, y: smooth(x, y, reduction='sum'), [1., -1., 0., .5, 2.], [0.] * 5)
grads(lambda x, y: smooth(x, y, beta=0), [1., 0., -2.], [0.] * 3)
grads(lambda x, y: smooth(x, y, beta=2.0), [1., 2., -3., nan, inf], [0.] * 5)
curves(lambda x, y: smooth(x, y, beta=2.0), [1., -3.], [.5, .25])
mse(m, m.double() * 2), mse(w, w.double()), mse(w.double(), w), mse(w, w.long())
mse(w.int(), w), mse(s, d[0])
x = w.detach().double().requires_grad_(); y = mse(w, x * 2); y.backward(); y, w.grad, x.grad
x = mse(w, torch.ones(2, 2).double()); x.grad_fn.next_functions[0][0] is not None, x.grad_fn
mse(w, w.detach().double() * 2).backward(); w.grad
mse(i, i)
mse(b, b)
l1(m, m.double() * 2), l1(w, w.double() * 2), l1(i, i * 3)
l1(i, i)
x = smooth(w, w.detach() * 3, beta=np.float64(.5)); x.backward(); x, w.grad
smooth(m, m * 2, beta=torch.tensor(.5)), smooth(m, m * 2, beta=z - 3), smooth(m, -m, beta=True)
x = F.cross_entropy(w, i - 1, label_smoothing=np.float64(.1)); x.backward(); x, w.grad
torch.nn.SmoothL1Loss(beta=np.float64(.5))(m, m * 2), torch.nn.SmoothL1Loss(beta=s)(m, m * 2)
F.cross_entropy(m.T, torch.tensor([0, 1, 2, 0]), label_smoothing=torch.tensor(.5))
F.cross_entropy(w, i - 1, ignore_index=0), F.nll_loss(w, i - 1, ignore_index=np.int64(1))
""".splitlines()
        if line
    ).replace("\n    ", " ")
)
