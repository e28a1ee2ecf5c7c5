"""Formulas for a browser: TeX in, MathML out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape

from ..viz.text import join

_INPUTS = ("b", "x", "X", "y", "Y", "v")  # as the operations' formulas call them


@cache
def mathml(tex: str) -> str:
    """`tex` as MathML, which browsers typeset by themselves.

    Without the package latex2mathml (it comes with the extra `lab`) the TeX itself is shown.
    """
    if not tex:
        return ""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escape(tex)}</code>"
    return str(convert(tex.replace(r"\arg", r"\mathrm{arg}")))  # the one command it does not know


def legend(inputs: Sequence[str], *formulas: str) -> str:
    """What the letters in an operation's formulas stand for.

    Args:
        inputs: what each input of the operation is called where it is used, in their order.
        formulas: the operation's formulas, in TeX.
    """
    found = set(re.findall(r"(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z])", " ".join(formulas)))
    letters = [letter for letter in _INPUTS if letter in found]
    meanings = []
    if len(letters) == len(inputs):
        meanings += [f"{letter} is {name}" for letter, name in zip(letters, inputs)]
    elif letters:  # a formula need not show each input
        meanings += [f"{join(letters)} {'are inputs' if len(letters) > 1 else 'is an input'}"]
    meanings += ["z is the result"] if "z" in found else []
    meanings += ["g is the gradient that comes in"] if "g" in found else []
    return f"In the formula {join(meanings)}." if meanings else ""
