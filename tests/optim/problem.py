"""A small problem that optimizers are to solve as torch's do: two groups, a hundred steps."""

import numpy as np
import pytest

import minigrad

STEPS = 100


def problem(lib, dtype="float64"):
    """Parameters of two shapes, and their loss: the same numbers in both libraries."""
    dtype = getattr(lib, dtype)
    x = lib.arange(24, dtype=dtype).reshape(8, 3).sin()
    y = lib.arange(16, dtype=dtype).reshape(8, 2).cos()
    w = lib.nn.Parameter(lib.arange(6, dtype=dtype).reshape(3, 2).cos())
    b = lib.nn.Parameter(lib.tensor([0.5, -0.5], dtype=dtype))
    return [w, b], lambda: ((x @ w + b).tanh() - y).pow(2).mean()


def groups(params, lr):
    """Each parameter in a group of its own, the second with another rate."""
    w, b = params
    return [{"params": [w]}, {"params": [b], "lr": lr / 2}]


def made(lib, kind, params, options):
    lr = options.get("lr", 0.01)
    return getattr(lib.optim, kind)(groups(params, lr), **{"lr": 0.01, **options})


def steps(optimizer, loss, count):
    for _ in range(count):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()


def trained(lib, kind, options, count=STEPS, dtype="float64"):
    """What the parameters are after the steps, whether writes were counted, and the state."""
    params, loss = problem(lib, dtype)
    optimizer = made(lib, kind, params, options)
    steps(optimizer, loss, count)
    written = [p._version >= count for p in params]
    return params, written, optimizer.state_dict(), str(optimizer)


def resumed(lib, kind, options):
    """Half of the steps, and the other half by a new optimizer that loads the state."""
    params, loss = problem(lib)
    first = made(lib, kind, params, options)
    steps(first, loss, STEPS // 2)
    second = made(lib, kind, params, {"lr": 7.0})
    second.load_state_dict(first.state_dict())
    steps(second, loss, STEPS - STEPS // 2)
    return params, second.state_dict()


def skipping(lib, kind):
    """A parameter without a gradient stays, and so does one that is frozen for a while."""
    params, loss = problem(lib)
    optimizer = made(lib, kind, params, {})
    found = []
    for count, needs in ((3, True), (2, False), (3, True)):
        params[1].requires_grad_(needs)
        steps(optimizer, loss, count)
        found.append([p.detach().clone() for p in params])
    return found, optimizer.state_dict()["state"]


def closing(lib, kind):
    """A closure is run with recording on, also where it is off."""
    params, loss = problem(lib)
    optimizer = made(lib, kind, params, {})

    def again():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    with lib.no_grad():
        return [optimizer.step(again) for _ in range(3)], params


def unusual(lib, kind):
    """A number, and the part of another tensor that a view shows."""
    number = lib.nn.Parameter(lib.tensor(3.0))
    whole = lib.ones(2, 3)
    view = whole.t()[1].requires_grad_()
    optimizer = getattr(lib.optim, kind)([number, view], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (number * number + (view * view).sum()).backward()
        optimizer.step()
    return number, whole, whole._version >= 3, optimizer.state[number]


def fill(case, kind, options, given):
    """Cases of an optimizer: trained with each of `options`, and each expression of `given`."""
    for name, some in options.items():
        case.all[f"trained_{name}"] = lambda lib, some=some: trained(lib, kind, some)
        case.all[f"resumed_{name}"] = lambda lib, some=some: resumed(lib, kind, some)
    for what in (skipping, closing, unusual):
        case.all[what.__name__] = lambda lib, what=what: what(lib, kind)
    given = {"order_of_options": "list(Kind([p]).state_dict()['param_groups'][0])", **given}
    for name, code in given.items():
        case.all[name] = lambda lib, code=code: expression(lib, kind, code)


def expression(lib, kind, code):
    p = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
    return eval(code, {"lib": lib, "Kind": getattr(lib.optim, kind), "p": p})


def live(kind, options):
    """Tests with torch itself: single precision, and a state that goes from one to the other."""
    each = pytest.mark.parametrize("options", options.values(), ids=options)

    @each
    def single(options):
        torch = pytest.importorskip("torch")
        mine, theirs = (trained(lib, kind, options, dtype="float32") for lib in (minigrad, torch))
        same(mine[0], theirs[0], 1e-5)
        assert mine[1] == theirs[1]

    @each
    @pytest.mark.parametrize("from_torch", [True, False])
    def crossed(options, from_torch):
        torch = pytest.importorskip("torch")
        one, other = (torch, minigrad) if from_torch else (minigrad, torch)
        params, loss = problem(one)
        optimizer = made(one, kind, params, options)
        steps(optimizer, loss, 20)
        params = carried(params, one, other)
        _, loss = crossing = problem(other)
        with other.no_grad():
            for p, value in zip(crossing[0], params, strict=True):
                p.copy_(value)
        second = made(other, kind, crossing[0], {})
        second.load_state_dict(carried(optimizer.state_dict(), one, other))
        steps(second, loss, 20)
        same(crossing[0], trained(one, kind, options, 40)[0], 1e-6)

    return single, crossed


def carried(x, one, other):
    """The same in the other library, tensors through NumPy."""
    if isinstance(x, one.Tensor):
        array = np.asarray(x.detach().numpy()).copy()
        return other.tensor(array.tolist(), dtype=getattr(other, str(array.dtype)))
    if isinstance(x, dict):
        return {key: carried(value, one, other) for key, value in x.items()}
    return [carried(part, one, other) for part in x] if isinstance(x, list) else x


def same(mine, theirs, within):
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(a.tolist(), b.tolist(), rtol=within, atol=within)
