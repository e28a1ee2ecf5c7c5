import sys

import pytest

from minigrad.widgets.formulas import legend, mathml
from tests.viz.samples import operations


def test_mathml_is_what_browsers_typeset():
    pytest.importorskip("latex2mathml")
    formula = mathml(r"g \odot y")
    assert formula.startswith('<math xmlns="http://www.w3.org/1998/Math/MathML"')
    assert "<mi>g</mi><mo>&#x02299;</mo><mi>y</mi>" in formula


@pytest.mark.parametrize(("name", "op"), list(operations()))
def test_every_formula_of_the_library_can_be_typeset(name, op):
    pytest.importorskip("latex2mathml")
    for tex in [op.tex, *(tex for _, _, tex in op.rules)]:
        formula = mathml(tex)
        assert not tex or formula.startswith("<math"), name
        assert "\\" not in formula  # a command that was not understood stays as it is
        assert "<merror" not in formula


def test_no_formula():
    assert mathml("") == ""


def test_without_the_package_the_tex_is_shown(monkeypatch):
    for module in ("latex2mathml", "latex2mathml.converter"):
        monkeypatch.setitem(sys.modules, module, None)
    assert mathml(r"a < b \odot c") == r"<code>a &lt; b \odot c</code>"


@pytest.mark.parametrize(
    ("inputs", "formulas", "words"),
    [
        (["a", "b"], (r"x \odot y", r"g \odot y"), "x is a, y is b and"),
        (["h"], (r"\tanh x", r"g \odot (1 - z^2)"), "x is h, z is the result and"),
        (["c", "A", "B"], (r"b + X\,Y", r"\sum g"), "b is c, X is A, Y is B and"),
        (["a", "b"], ("y", "0", "g"), "y is an input and"),  # which one, the letters do not tell
    ],
)
def test_the_legend(inputs, formulas, words):
    assert legend(inputs, *formulas) == f"In the formula {words} g is the gradient that comes in."


def test_no_letters_no_legend():
    assert legend(["a"], "0") == ""
