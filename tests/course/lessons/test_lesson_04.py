import weakref

import pytest

import minigrad as torch
from minigrad.testing import registry
from minigrad.testing.registry import find
from minigrad.viz import record_backward
from minigrad.widgets import GraphMemory

AGAIN = find("again").expected


def passes(result):
    """Does a second backward go through?"""
    result.backward()
    try:
        result.backward()
    except RuntimeError:
        return False
    return True


@pytest.mark.parametrize("expression", AGAIN)
def test_what_goes_through_again_is_what_minigrad_lets_through(expression):
    x, y = (torch.tensor(v, requires_grad=True) for v in ([2.0, 5.0], [3.0, 4.0]))
    assert passes(eval(expression, {"x": x, "y": y})) is AGAIN[expression]


@pytest.mark.parametrize("expression", AGAIN)
def test_what_goes_through_again_is_what_pytorch_lets_through(expression):
    real = pytest.importorskip("torch")
    x, y = (real.tensor(v, requires_grad=True) for v in ([2.0, 5.0], [3.0, 4.0]))
    assert passes(eval(expression, {"x": x, "y": y})) is AGAIN[expression]


def test_a_cure_by_another_name_is_told_the_words():
    cures = dict(find("cures").expected)
    cures["two losses share a trunk, and each gradient is wanted by itself"] = "retain_graph"
    assert 'one of "rebuild", "add"' in judged("cures", cures)[1]


@pytest.mark.parametrize("name", ["again", "cures"])
def test_each_open_entry_has_a_hint(name):
    question = find(name)
    assert set(question.hints) == set(question.expected) - set(question.given)


def judged(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


# --------------------------------------------------------------------------- in the second round


def fit(xs, ys, penalty=lambda w: 0.1 * w**2, rounds=3, early=False, clear=True, **kept):
    w = torch.tensor(0.5, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    first = penalty(w)
    for _ in range(rounds):
        loss = ((w * xs - ys) ** 2).mean() + (first if early else penalty(w))
        if clear:
            optimizer.zero_grad()
        loss.backward(**kept)
        optimizer.step()
    return w.item()


def stale(xs, ys):
    """The penalty's slope is taken once, and added by hand."""
    w = torch.tensor(0.5, requires_grad=True)
    (slope,) = torch.autograd.grad(0.1 * w**2, w)
    for _ in range(3):
        (own,) = torch.autograd.grad(((w * xs - ys) ** 2).mean(), w)
        with torch.no_grad():
            w -= 0.1 * (own + slope)
    return w.item()


def by_hand(xs, ys):
    """Without an optimizer, the penalty as a product, the result a tensor."""
    w = torch.tensor(0.5, requires_grad=True)
    for _ in range(3):
        (((w * xs - ys) ** 2).mean() + w * w / 10).backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
        w.grad = None
    return w.detach()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (fit, "right"),
        (by_hand, "right"),
        (lambda xs, ys: fit(xs, ys, early=True), "something computed before the loop"),
        (lambda xs, ys: fit(xs, ys, lambda w: 0.1 * w.detach() ** 2), "the penalty has no effect"),
        (lambda xs, ys: fit(xs, ys, lambda w: 0.1 * w.item() ** 2), "the penalty has no effect"),
        (stale, "still that of the first w"),
        (lambda xs, ys: fit(xs, ys, rounds=1), "Only one of the three rounds"),
        (lambda xs, ys: fit(xs, ys, clear=False), "Nobody clears the gradients"),
    ],
)
def test_second_round(answer, words):
    ok, message = judged("second-round", answer)
    assert ok == (words == "right")
    assert words in message


def test_a_retained_graph_that_was_written_over_is_explained():
    def pasted(xs, ys):
        w = torch.tensor(0.5, requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.1)
        penalty = 0.1 * w**2
        for _ in range(3):
            (((w * xs - ys) ** 2).mean() + penalty).backward(retain_graph=True)
            optimizer.step()
        return w.item()

    assert "compute it anew after the write." in judged("second-round", pasted)[1]


def test_a_graph_that_is_kept_for_no_use_costs_nothing_but_is_told():
    ok, message = judged("second-round", lambda xs, ys: fit(xs, ys, retain_graph=True))
    assert ok
    assert message.count("not needed here any more") == 1
    assert "not needed" not in judged("second-round", fit)[1]


# ------------------------------------------------------------------------------ each loss by itself


def two_losses(a):
    c = a**2 * 2
    return c.mean(), c.sum()


def separately(a, retain=True, clear="None", first=lambda grad: grad):
    d, e = two_losses(a)
    d.backward(retain_graph=retain)
    kept = first(a.grad)
    if clear == "None":
        a.grad = None
    elif clear == "zero_":
        a.grad.zero_()
    e.backward()
    return kept, a.grad


def returned(a):
    d, e = two_losses(a)
    return [*torch.autograd.grad(d, a, retain_graph=True), *torch.autograd.grad(e, a)]


def not_taken_out(a):
    d, e = two_losses(a)
    return torch.autograd.grad(d, a, retain_graph=True), torch.autograd.grad(e, a)


def computed_twice(a):
    d, _ = two_losses(a)
    _, e = two_losses(a)
    return torch.autograd.grad(d, a)[0], torch.autograd.grad(e, a)[0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (separately, "right"),
        (lambda a: separately(a, clear="zero_", first=lambda grad: grad.clone()), "right"),
        (returned, "right"),
        (computed_twice, "right"),
        (lambda a: separately(a, retain=False), "a part that two losses share"),
        (lambda a: separately(a, clear=""), "first: Both gradients are in it. `first` is the"),
        (
            lambda a: separately(a, clear="", first=lambda grad: grad.clone()),
            "second: Both gradients are in it: backward() adds",
        ),
        (lambda a: separately(a, clear="zero_"), "first: This is the other loss's gradient."),
        (lambda a: separately(a)[::-1], "swapped"),
        (not_taken_out, "a tuple of tensors"),
    ],
)
def test_separately(answer, words):
    ok, message = judged("separately", answer)
    assert ok == (words == "right")
    assert words in message


# -------------------------------------------------------------------------------------- truncated


def truncated(w, inputs, after=lambda h: h.detach(), retain=False, before=repr, last=repr):
    h = 0.0
    for x in inputs:
        h = torch.tanh(w * h + x)
        loss = h**2
        before(w)
        loss.backward(retain_graph=retain)
        h = after(h)
        last(w)
    return w.grad


def cleared(w):
    w.grad = None


def cut_too_early(w, inputs):
    h = 0.0
    for x in inputs:
        h = torch.tanh(w * h + x).detach()
        (h**2).backward()
    return w.grad


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (truncated, "right"),
        (lambda w, inputs: truncated(w, inputs, torch.Tensor.item), "right"),
        (lambda w, inputs: truncated(w, inputs, torch.Tensor.detach_), "right"),
        (lambda w, inputs: truncated(w, inputs, lambda h: h), "a state carried over"),
        (lambda w, inputs: truncated(w, inputs, lambda h: h, retain=True), "the full gradient"),
        (lambda w, inputs: truncated(w, inputs, lambda h: 0.0), "Or is the state thrown away"),
        (lambda w, inputs: truncated(w, inputs, before=cleared), "Only the last round's"),
        (
            lambda w, inputs: truncated(w, inputs, last=lambda w: w.grad.zero_()),
            "Is w.grad emptied",
        ),
        (lambda w, inputs: truncated(w, inputs, last=cleared), "nothing cleared its .grad"),
        (cut_too_early, "Nothing was recorded"),
        (lambda w, inputs: -truncated(w, inputs), "look at the sign"),
    ],
)
def test_truncated(answer, words):
    ok, message = judged("truncated", answer)
    assert ok == (words == "right")
    assert words in message


# ------------------------------------------------------------------------------------- predictions


def test_retained():
    retained = registry.find_prediction("retained")
    assert retained.answer().item() == 12
    assert 12 not in retained.hints


def test_the_node_that_refuses_is_the_one_that_cannot_run():
    b = torch.tensor([0.5, 2.0], requires_grad=True) ** 2
    c = b * 2
    d, e = c.mean(), c.sum()
    d.backward()
    with pytest.raises(RuntimeError, match="a second time") as stopped:
        record_backward(e)
    recording = stopped.value.recording
    refuses = registry.find_prediction("refuses")
    assert refuses.answer.split(",")[0] == recording.graph[recording.failure.node].op
    assert set(refuses.hints) == set(refuses.choices) - {refuses.answer}


# ----------------------------------------------------------------------------------------- memory


class Kept:
    """What a node of PyTorch saved, for as long as it keeps it."""

    def __init__(self, tensor):
        self.place, self.size = tensor.data_ptr(), tensor.nbytes
        self.tensor = tensor.detach()


def bytes_in_pytorch(loop):
    """Run ``loop(torch, mark)``; how many bytes its graphs kept at each mark."""
    real = pytest.importorskip("torch")
    alive, found = weakref.WeakSet(), []

    def pack(tensor):
        if tensor.is_leaf and tensor.requires_grad:
            return tensor
        kept = Kept(tensor)
        alive.add(kept)
        return kept

    def mark():
        found.append(sum({kept.place: kept.size for kept in alive}.values()))

    unpack = lambda kept: getattr(kept, "tensor", kept)  # noqa: E731
    with real.autograd.graph.saved_tensors_hooks(pack, unpack):
        loop(real, mark)
    return found


def bytes_here(loop):
    with GraphMemory() as memory:
        loop(torch, memory.mark)
    return memory.loops[""].watch.bytes.tolist()


def forward_backward_del(lib, mark):
    w = lib.ones(100, requires_grad=True)
    loss = (w.exp() * w).sum()
    mark()
    loss.backward()
    mark()
    del loss
    mark()


def summed(lib, mark):
    w = lib.ones(100, requires_grad=True)
    total = 0.0
    for _ in range(20):
        total += (w.exp() * w).sum()
        mark()


def one_by_one(lib, mark):
    w = lib.ones(100, requires_grad=True)
    for _ in range(20):
        loss = (w.exp() * w).sum()
        mark()
        loss.backward()
        mark()


def summed_after_backward(lib, mark):
    w = lib.ones(100, requires_grad=True)
    total = 0.0
    for _ in range(20):
        loss = (w.exp() * w).sum()
        loss.backward()
        total += loss
        mark()


def carried(lib, mark):
    w = lib.tensor(0.5, requires_grad=True)
    h = lib.ones(100)
    for _ in range(20):
        h = lib.tanh(w * h)
        (h**2).mean().backward(retain_graph=True)
        mark()


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        (forward_backward_del, [400, 0, 0]),
        (summed, [400 * k for k in range(1, 21)]),
        (one_by_one, [400, 0] * 20),
        (summed_after_backward, [0] * 20),
        (carried, [400 * (k + 1) for k in range(1, 21)]),
    ],
)
def test_the_bytes_that_the_lesson_counts_are_pytorchs(loop, expected):
    assert bytes_here(loop) == expected
    assert bytes_in_pytorch(loop) == expected
