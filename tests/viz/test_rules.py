import re

import pytest

from minigrad.viz import rules
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


@pytest.mark.parametrize("node", [n for n in OPS if n in rules.PHRASES or n.endswith("d0")])
def test_phrases_name_only_what_their_rule_saves(node):
    assert any(fits(node, op) for op in OPS[node])


def fits(node, op):
    for slot, asks in enumerate(op.asks):
        saved = {("self" if name == "input" else name) for name in [*asks, *op.attrs]}
        places = re.findall(r"\{(\w+)(?::short)?\}", rules.phrase(node, slot))
        if not set(places) <= {"g", *saved}:
            return False
    return True


def test_an_unknown_operation_has_no_phrase():
    assert rules.phrase("SquareBackward", 0) == ""
    assert rules.phrase("MulBackward0", 7) == ""
