"""Reading a declaration: where a rule's parameters come from, and what is saved."""

import inspect

import numpy as np
import pytest

import minigrad
from minigrad.autograd.node import OPS, Node
from minigrad.autograd.op import Op
from minigrad.autograd.registry import elementwise
from minigrad.backend import Array

ROWS = {name: call.op for name, call in OPS.items() if hasattr(call, "op")}


def declare(forward, **options):
    return Op(forward, options.pop("tex", ""), options.pop("rules", {}), **options)


def of_two(input: Array, other: Array, scale: float = 2.0) -> Array:
    return input * other * scale


# The package's own files postpone annotations; here they are given the same form.
of_two.__annotations__ = dict.fromkeys(("input", "other", "return"), "Array") | {"scale": "float"}


def test_annotations_tell_inputs_from_attributes():
    op = declare(of_two)
    assert (op.inputs, op.n, op.attrs) == (["input", "other"], 2, {"scale": 2.0})
    assert op.label == "of_two" and op.node_class.__name__ == "OfTwoBackward0"
    assert declare(of_two, name="Else1").node_class.__name__ == "Else1"


def test_only_what_rules_name_is_saved_and_only_if_they_will_run():
    rules = {
        "input": (lambda g, other, result: g, ""),
        "other": (lambda g, input_shape, scale: g, ""),
    }
    op = declare(of_two, rules=rules)
    assert op.saves(1) == (False, True, True)
    assert op.saves(2) == (False, False, True)  # outputs are kept for whichever rule, as in PyTorch
    assert op.saves(3) == (False, True, True)
    assert set(op.saved_names) == {
        "_saved_other",
        "_saved_result",
        "_saved_scale",
        "_saved_self_sym_sizes",
    }


def test_an_input_without_a_rule_has_no_edge():
    op = declare(of_two, rules={"other": (lambda g, input: g, "")})
    assert op.edge_places == [1]
    assert op.saves(2) == (True, False, False) and op.saves(1) is None


def test_a_rule_gets_what_it_names():
    seen = []

    def rule(g, scale, input_shape, other, result):
        seen.append((scale, input_shape, other, result))
        return g

    rule_of_other = (lambda g, input: g * input, "")
    call = declared_elementwise(rule, rule_of_other)
    x = minigrad.ones(3, requires_grad=True)
    y = minigrad.full((2, 3), 5.0, requires_grad=True)
    z = call(x, y)
    z.sum().backward()
    scale, shape, other, result = seen[0]
    assert (scale, shape) == (2.0, (3,))
    assert other is y._array and result is z._array
    assert x.grad.tolist() == [2.0] * 3 and y.grad.tolist() == [[1.0] * 3] * 2
    assert z.grad_fn._saved_scale == 2.0


def declared_elementwise(rule, rule_of_other):
    try:
        return elementwise(input=(rule, ""), other=rule_of_other)(of_two)
    finally:
        OPS.pop("of_two", None)


@pytest.mark.parametrize("word", ["inptu", "result", "to_flaot"])
def test_a_misspelt_word_is_refused(word):
    with pytest.raises(TypeError, match=f"of_two: '{word}' is no input.*\n.* input, other"):
        elementwise(**{word: (lambda g: g, ""), "other": (lambda g: g, "")})(of_two)
    assert "of_two" not in OPS


def test_a_rule_reads_what_there_is():
    words = "of_two: a rule reads 'otehr', which is none of input, other, result, scale"
    with pytest.raises(TypeError, match=words):
        declare(of_two, rules={"input": (lambda g, otehr: g, "")})


def test_a_node_is_of_one_class_until_it_is_shown():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2.0
    inner = y._node
    assert type(inner) is Node and inner.name() == "MulBackward0"
    assert y.grad_fn is inner and type(inner) is ROWS["mul"].node_class
    assert type(inner).__name__ == "MulBackward0" and inner.op is ROWS["mul"]


@pytest.mark.parametrize("name", ROWS)
def test_every_row_is_whole(name):
    op = ROWS[name]
    known = {*op.inputs, *op.outputs, *op.attrs, *(f"{i}_shape" for i in op.inputs)}
    for _, rule, tex in op.rules:
        first, *names = inspect.signature(rule).parameters
        assert first in ("g", "grads", "x", "input", "condition") or not names
        assert set(names) <= known, "a rule names what the operation does not have"
        assert isinstance(tex, str) and tex
    assert op.tex or not op.rules
    assert not op.variadic or len(op.rules) <= 1


@pytest.mark.parametrize("name", [name for name in ROWS if not name.startswith("_")])
def test_a_public_row_shows_tensors(name):
    call = OPS[name]
    assert call.__name__ == name and call.__doc__
    parameters = inspect.signature(call).parameters.values()
    assert not any(p.annotation == "Array" for p in parameters)


def test_a_saved_number_shows_as_a_tensor():
    node = (minigrad.ones(2, requires_grad=True) * 2.5).grad_fn
    assert node._saved_other.item() == 2.5 and minigrad.is_tensor(node._saved_other)
    assert isinstance(node.saved[1], float)
    assert np.ndim(node.saved[1]) == 0


@pytest.mark.parametrize(
    "name", [name for name, op in ROWS.items() if op.elementwise or op.to_float]
)
def test_what_is_promoted_without_a_rule_comes_last(name):
    """So that a type to cast back to, one per operand, meets its edge."""
    assert ROWS[name].edge_places == list(range(len(ROWS[name].edge_places)))
