import inspect
import re

import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import record_backward, rules
from minigrad.viz.events import Enter, Send
from minigrad.viz.figures import brief
from tests.viz.calls import CALLS
from tests.viz.claims import CLAIMS, USED, Told
from tests.viz.samples import operations

OPS = {}  # by the name of their nodes, which some share
for name, op in operations():
    OPS.setdefault(name, []).append(op)


@pytest.mark.parametrize(
    ("node", "stem", "function"),
    [
        ("MulBackward0", "Mul", "mul"),
        ("LogSoftmaxBackward0", "LogSoftmax", "log_softmax"),
        ("TBackward0", "T", "t"),
        ("ToCopyBackward0", "ToCopy", "to"),
        ("ReshapeAliasBackward0", "ReshapeAlias", "reshape"),
        ("SquareBackward", "Square", "Square"),  # an autograd.Function
        ("CopySlices", "CopySlices", "a write into a part"),
        ("Log1PBackward0", "Log1P", "log1p"),
        ("NllLoss2DBackward0", "NllLoss2D", "nll_loss2d"),
        ("SmoothL1LossBackward0", "SmoothL1Loss", "smooth_l1_loss"),
    ],
)
def test_names(node, stem, function):
    assert (rules.stem(node), rules.function(node)) == (stem, function)


def test_each_phrase_belongs_to_an_operation():
    assert set(rules.PHRASES) <= {*OPS, *map(rules.stem, OPS)}


def test_what_is_said_of_a_rule_is_what_it_does(lib):
    """For every operation with words, over its arguments: true, or no claim at all."""
    worded = set()
    for call in CALLS:
        if call.only in ("", lib.__name__):
            worded |= {call.node for told, sent in heard(lib, call) if judged(call, told, sent)}
    if lib is mg:
        assert set(rules.PHRASES) - {*worded, *map(rules.stem, worded)} == set()
        assert set(CLAIMS) == USED


def judged(call, told, sent):
    """Whether something is said; if so, it is true."""
    what = f"{call.node}{call.given}: {told.deed} -> {sent}"
    assert told.mute() == (told.slot in call.mute), what
    if told.mute():
        return False
    claim = told.claim()
    assert claim.shape == sent.shape, what
    assert np.allclose(claim, sent, rtol=5e-3, atol=1e-3, equal_nan=True), f"{what}, not {claim}"
    return True


def heard(lib, call):
    """What a recording says about each gradient that the call's node sent; and that gradient."""
    names = [n for n, p in inspect.signature(call.make).parameters.items() if p.default is p.empty]
    leaves = dict(zip(names[1:], (lib.tensor(v, requires_grad=True) for v in call.given)))
    out = call.make(lib, *leaves.values())
    arrays = {name: np.array(leaf.detach().numpy(), float) for name, leaf in leaves.items()}
    signs = np.resize([2.0, -1.0, 0.5, 3.0], out.shape)
    told_of = {**leaves, "out": out}
    recording = record_backward(out, lib.tensor(signs.tolist()).to(out.dtype), params=told_of)
    step = recording.steps[1]
    g = next(e for e in step.events if isinstance(e, Enter)).gradients
    g = next(one for one in g if one is not None)
    text = re.split(r"\.(?= [A-Z]|$)", step.text.removeprefix(f"{call.node} "))[0]
    text = re.sub("the gradients?", "G", text.replace(f"the gradient {brief(g)}", "G"))
    assert call.node in step.text

    def run(*values):
        return call.make(lib, *(lib.tensor(v.tolist()) for v in values)).numpy()

    for send in [event for event in step.events if isinstance(event, Send)]:
        sent = f"{brief(send.gradient)} to {recording.graph[send.edge.to].title(send.edge.nr)}"
        deed = next(c for c in text.split("; it ") if sent in c).partition(" and sends ")[0]
        x = arrays[names[1:][send.edge.slot]]
        told = Told(deed, g, x, out.detach().numpy(), arrays, run, call.facts)
        told.slot = send.edge.slot
        yield told, send.gradient


def test_an_unknown_operation_has_no_phrase():
    assert rules.phrase("SquareBackward", 0, {}) == ""
    assert rules.phrase("MulBackward0", 7, {}) == ""
