"""`draw`: a picture of the graph behind a tensor, wherever it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .data import Graph
from .groups import readable
from .reader import graph
from .summary import summary
from .svg import svg
from .text import MOST_NODES, listing


class Picture:
    """A graph that shows itself: drawn in a notebook, as a table of text in a terminal.

    Attributes:
        graph: the whole graph as plain data.
        shown: what is drawn of it: if it is large, its modules are closed.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.shown = readable(graph, MOST_NODES)

    @cached_property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return svg(self.shown) if len(self.shown.nodes) <= MOST_NODES else summary(self.graph)

    def __repr__(self) -> str:
        return listing(self.shown)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": repr(self)}


def draw(tensor: Any, params: Mapping[str, Any] | None = None, constants: bool = False) -> Picture:
    """Draw the graph behind `tensor`, or behind a list of several: inputs on top, results below.

    A rounded box is a recorded operation: its name, what it computed, what it saved for backward. A
    square box is a leaf: its value and its ``.grad``. Tensors carry the names of your variables and
    of the parameters of your modules. Inputs that need no gradient are not part of the graph. The
    arrows into a box come in the order of its inputs; where they do not, and that matters, each has
    the number of its input.

    Args:
        tensor: the result, any shape, or a list of several; each must require a gradient.
        params: further names, ``{name: tensor}``; they go before those of your variables.
        constants: also draw, pale, each input that wants no gradient, a ``(None, 0)`` in
            ``next_functions``, with the reason; and dashed, what a value was detached from, if
            variables of yours hold both. An operation keeps such an input only where a rule needs
            it; of any other it is said if one of your variables, and no second one, fits.

    Returns:
        A picture; `print` it for the text, ``.svg`` is the file, ``.graph`` the data. Of more than
        200 nodes, modules become one box each, the inner ones first; if that is still too much
        to read, it shows a summary.

    Raises:
        TypeError: `tensor` is no tensor.
        ValueError: `tensor` requires no gradient.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = minigrad.tensor(3.0, requires_grad=True)
        >>> a = x * y
        >>> z = a + x.log()
        >>> minigrad.viz.draw(z)
        z = 6.693: 3 operations, 2 leaves
        <BLANKLINE>
          n0  AddBackward0  z = 6.693  from a (n1) and n2
          n1  MulBackward0  a = 6      from x (n3) and y (n4)  saves self = 2 and other = 3
          n2  LogBackward0  0.6931     from x (n3)             saves self = 2
          n3  leaf          x = 2      grad None
          n4  leaf          y = 3      grad None
    """
    return Picture(graph(tensor, params, constants))
