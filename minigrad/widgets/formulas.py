"""Formulas for a browser: TeX in, MathML out."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

_LONG = 36  # characters of TeX; what is shorter fits
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\S")
_SIGNS = ("+", "-", "/", "=", r"\cdot", r"\odot")
_DEEPER = {"{": 2, "}": -2, "(": 1, ")": -1, "[": 1, "]": -1}
_NO_SIGN_AFTER = (*_SIGNS, "(", "[", ",", "<", ">", "|", "^", r"\to")


@lru_cache(maxsize=2000)  # numbers make many formulas
def mathml(tex: str) -> str:
    """`tex` as MathML, which browsers typeset by themselves.

    A browser breaks no formula, so between lines, and in long ones before each sign, one formula
    ends and the next begins: there a page may break it.

    Without the package latex2mathml (it comes with the extra `lab`) the TeX itself is shown.
    """
    if not tex:
        return ""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escape(tex)}</code>"
    lines = tex.replace(r"\arg", r"\mathrm{arg}").split("\n")  # the one command it does not know
    found = "<wbr>".join(str(convert(piece)) for line in lines for piece in _pieces(line))
    return found.replace("mtext>", "mi>")  # text counts as space: a sign beside it would get none


def _pieces(line: str) -> list[str]:
    """A long formula cut before each sign that is inside no braces, and one parenthesis at most."""
    if len(line) < _LONG or r"\begin" in line:
        return [line]
    cuts = [0]
    depth = 0
    before = "="
    for token in _TOKEN.finditer(line):
        depth += _DEEPER.get(token[0], 0)
        if token[0] in _SIGNS and depth < 2 and before not in _NO_SIGN_AFTER:
            cuts.append(token.start())
        before = token[0]
    pieces = [line[start:end] for start, end in zip(cuts, [*cuts[1:], len(line)])]
    small = [r"\textstyle " * (r"\textstyle" in line[:start]) for start in cuts]
    return [pieces[0], *(f"{style}{{}} {piece}" for style, piece in zip(small[1:], pieces[1:]))]
