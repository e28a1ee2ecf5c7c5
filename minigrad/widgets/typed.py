"""What a learner types as an answer, read with patience: ``1/2``, ``[1, 2]``, ``tensor(8.)``."""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

_LONGEST, _SHOWN = 1000, 40  # characters that are read, and that a message repeats
_WORDS = {"none": None, "true": True, "false": False, "nan": float("nan"), "inf": float("inf")}
_SIGNS: dict[type, Callable[[Any], Any]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_OPERATIONS: dict[type, Callable[[float, float], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_NUMBERS = "Write a number such as 0.5, 1/2 or 1e-3, several as [1, 2]"
VALUE = f"{_NUMBERS}, or None, True, False."
WORD = "Write one word, such as the name of an operation."
_HELP = f"{_NUMBERS}, or None, True, False; or one word, if that is asked."


class Unreadable(ValueError):
    """The text is no answer; the message says why, and what can be read."""


def read(text: str) -> Any:
    """The value that `text` stands for; nothing is run.

    Args:
        text: a number or arithmetic on numbers; numbers in brackets; ``tensor(...)`` of these, as
            Python prints it; None, True or False; or a word, such as an operation's name.

    Returns:
        A number, nested lists, None, a bool or a string.

    Raises:
        Unreadable: it is none of these.

    Example:
        >>> from minigrad.widgets.typed import read
        >>> read("1/2"), read("tensor([8., -2])"), read("none"), read("MulBackward0")
        (0.5, [8.0, -2], None, 'MulBackward0')
    """
    plain = text.strip().replace("−", "-")  # what a page's minus sign is when it is copied
    if not plain:
        raise Unreadable(f"There is nothing yet. {_HELP}")
    if len(plain) > _LONGEST:
        raise Unreadable(f"That is {len(plain)} characters long. {_HELP}")
    if re.fullmatch(r"[-+]?\d+,\d+", plain):
        point, pair = plain.replace(",", "."), plain.replace(",", ", ")
        raise Unreadable(f"{plain} may be one number or two: write {point} or [{pair}].")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's own words on odd source, such as 1if
            value = _value(ast.parse(plain, mode="eval").body)
        np.array(value, dtype=object if isinstance(value, str) else None)
    except (SyntaxError, RecursionError, MemoryError):
        reason = ""
    except ZeroDivisionError:
        reason = "it divides by zero"
    except OverflowError:
        reason = "that number is too large"
    except ValueError as error:
        ragged = "inhomogeneous" in str(error)
        reason = "its rows are not equally long" if ragged else str(error)
    else:
        return value
    part = plain if len(plain) <= _SHOWN else plain[:_SHOWN] + "…"
    raise Unreadable(f"{part} cannot be read{reason and ': '}{reason}. {_HELP}")


def _value(part: ast.expr) -> Any:
    if isinstance(part, ast.Constant) and isinstance(part.value, (int, float, str, type(None))):
        return part.value
    if isinstance(part, (ast.List, ast.Tuple)):
        return [_value(element) for element in part.elts]
    if isinstance(part, ast.Name):
        return _WORDS.get(part.id.lower(), part.id)
    if isinstance(part, ast.Attribute):  # torch.float32
        return part.attr
    if isinstance(part, ast.UnaryOp) and type(part.op) in _SIGNS:
        return _SIGNS[type(part.op)](_number(part.operand))
    if isinstance(part, ast.BinOp) and type(part.op) in _OPERATIONS:
        left, right = float(_number(part.left)), float(_number(part.right))
        return _real(_OPERATIONS[type(part.op)](left, right))
    if isinstance(part, ast.Call) and part.args and _name(part.func) in ("tensor", "Size", "array"):
        return _value(part.args[0])
    raise ValueError(_because(part))


def _because(part: ast.expr) -> str:
    if isinstance(part, ast.Call):
        return "functions are not run here"
    if isinstance(part, ast.BinOp):
        return "the signs are + - * / and, for a power, **"
    return "it is not a value"


def _real(value: Any) -> float:
    if isinstance(value, complex):
        raise ValueError("it is not a real number")
    return float(value)


def _number(part: ast.expr) -> Any:
    value = _value(part)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{ast.unparse(part)} is no number")
    return value


def _name(function: ast.expr) -> str:
    name = _value(function) if isinstance(function, (ast.Name, ast.Attribute)) else ""
    return name if isinstance(name, str) else ""
