"""Formulas for a browser: TeX in, MathML out."""

from __future__ import annotations

import re
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


def legend(*formulas: str) -> str:
    """What the letters in an operation's formulas stand for."""
    found = set(re.findall(r"(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z])", " ".join(formulas)))
    inputs = [letter for letter in _INPUTS if letter in found]
    meanings = [f"{join(inputs)} for the input{'s' if len(inputs) > 1 else ''}"] if inputs else []
    meanings += ["z for the result"] if "z" in found else []
    meanings += ["g for the gradient that comes in"] if "g" in found else []
    return f"In formulas: {join(meanings)}." if meanings else ""
