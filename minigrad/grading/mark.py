"""The mark of a check: the number it ended in, or none and the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

# What the kernel is asked after a check: the value itself, for what is shown of it depends on the
# learner's settings: %precision, formatters, InteractiveShell.ast_node_interactivity.
RESULT = '"{!r:.60}".format(__import__("IPython").get_ipython().last_execution_result.result)'


def settle(cell: NotebookNode, reply: Mapping[str, Any] | None) -> None:
    """Leave in a check what nbgrader takes for the mark that it gave, and for nothing else.

    To nbgrader a check without an output, or with one that is not a number, is worth all its
    points, and one that wrote on stderr is worth none. So here the result of a check is its mark,
    a check without one ends in an error that says why, and what was on stderr goes to stdout.

    Args:
        cell: the check, after it ran.
        reply: what the kernel replied, with the answer to `RESULT`; None if it was not run.
    """
    cell.outputs = [output for output in cell.outputs if output.output_type != "execute_result"]
    for output in cell.outputs:
        if output.output_type == "stream":
            output.name = "stdout"
    if any(output.output_type == "error" for output in cell.outputs):
        return
    result = result_of(reply)
    points = cell.metadata.nbgrader.points
    if is_mark(result, points):
        shown = new_output("execute_result", {"text/plain": result}, execution_count=None)
    else:
        reason = f"No points: a check ends in a number from 0 to {points:g}, this one in {result}."
        shown = new_output("error", ename="NoMark", evalue=reason, traceback=[reason])
    cell.outputs.append(shown)


def result_of(reply: Mapping[str, Any] | None) -> str:
    """Find in the kernel's reply what a check ended in, as Python writes it; None if it is not."""
    said = (reply or {}).get("user_expressions", {}).get("result", {})
    text = re.fullmatch("(['\"])(.*)\\1", said.get("data", {}).get("text/plain", ""))
    return text[2] if text else "None"


def is_mark(result: str, points: float) -> bool:
    """Is it a finite number from 0 to the points there are?

    Example:
        >>> from minigrad.grading.mark import is_mark
        >>> [is_mark(result, 2) for result in ("1.5", "2", "3", "-1", "nan", "None", "'1'")]
        [True, True, False, False, False, False, False]
    """
    try:
        return 0 <= float(result) <= points
    except ValueError:
        return False
