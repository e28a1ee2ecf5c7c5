"""Formulas for a browser: TeX in, MathML out."""

from __future__ import annotations

from functools import lru_cache
from html import escape


@lru_cache(maxsize=None)
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
    return str(convert(tex))
