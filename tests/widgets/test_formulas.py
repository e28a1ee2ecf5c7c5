import sys

import pytest

from minigrad.widgets.formulas import mathml
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


def test_a_page_may_break_between_lines_and_in_long_ones_before_a_sign():
    pytest.importorskip("latex2mathml")
    assert mathml("g\n= 1") == f"{mathml('g')}<wbr>{mathml('= 1')}"
    long = mathml(r"-\tfrac{1 - x}{n} \textstyle\sum w\,(v t \log \sigma(x) + (-1 - t) \log x)")
    first, second = long.split("<wbr>")
    assert "<mfrac>" in first
    assert '<mrow /><mo>&#x0002B;</mo><mo stretchy="false">&#x00028;</mo><mo>&#x02212;' in second
    assert second.count("<mstyle") == 1  # the style goes on


def test_names_are_set_as_variables():  # beside text a browser puts no space around signs
    formula = mathml(r"\text{weight} + \text{b}")
    assert "<mi>weight</mi>" in formula
    assert "mtext" not in formula


def test_no_formula():
    assert mathml("") == ""


def test_without_the_package_the_tex_is_shown(monkeypatch):
    for module in ("latex2mathml", "latex2mathml.converter"):
        monkeypatch.setitem(sys.modules, module, None)
    assert mathml(r"a < b \odot c") == r"<code>a &lt; b \odot c</code>"
