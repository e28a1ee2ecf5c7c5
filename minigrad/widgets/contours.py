"""Lines of equal height: the parts of a grid that lie below a level, as closed outlines.

Marching squares: each square of the grid whose corners lie on both sides of the level is crossed by
one piece of the outline, or by two; pieces that meet on an edge are joined. The grid gets a rim of
high ground, so that every outline closes.

Source: W. Lorensen, H. Cline, Marching Cubes: a high resolution 3D surface construction algorithm
(1987), in two dimensions.
"""

from __future__ import annotations

import numpy as np

Point = tuple[float, float]
_Edge = tuple[int, int, int]  # from a row and a column 0: to the next column, 1: to the next row

# A square's edges; its corners, in the same sense: top left, top right, bottom right, bottom left.
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
# Which corners lie below (as bits in that order): from which edge to which a piece goes, with the
# low ground on its left.
_PIECES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_LEFT, _TOP),),
    2: ((_TOP, _RIGHT),),
    3: ((_LEFT, _RIGHT),),
    4: ((_RIGHT, _BOTTOM),),
    6: ((_TOP, _BOTTOM),),
    7: ((_LEFT, _BOTTOM),),
    8: ((_BOTTOM, _LEFT),),
    9: ((_BOTTOM, _TOP),),
    11: ((_BOTTOM, _RIGHT),),
    12: ((_RIGHT, _LEFT),),
    13: ((_RIGHT, _TOP),),
    14: ((_TOP, _LEFT),),
}
_SADDLES = {  # apart, and joined in the middle
    5: (((_LEFT, _TOP), (_RIGHT, _BOTTOM)), ((_LEFT, _BOTTOM), (_RIGHT, _TOP))),
    10: (((_TOP, _RIGHT), (_BOTTOM, _LEFT)), ((_TOP, _LEFT), (_BOTTOM, _RIGHT))),
}


def regions(heights: np.ndarray, level: float) -> list[list[Point]]:
    """The outlines of all that lies below `level`.

    Args:
        heights: of shape ``(R, C)``; ``nan`` counts as high.
        level: a finite height.

    Returns:
        Closed outlines, each a list of ``(column, row)`` in units of the grid, the last point
        followed by the first. One that runs the other way round is a hole.

    Example:
        >>> import numpy
        >>> from minigrad.widgets.contours import regions
        >>> regions(numpy.array([[2.0, 2, 2], [2, 0, 2], [2, 2, 2]]), 1.0)
        [[(1.0, 0.5), (0.5, 1.0), (1.0, 1.5), (1.5, 1.0)]]
    """
    high = np.pad(np.where(np.isnan(heights), np.inf, heights), 1, constant_values=np.inf)
    following = _pieces(high, level)
    outlines = []
    while following:
        first = at = next(iter(following))
        outline = []
        while at in following:
            outline.append(_crossing(high, level, at))
            at = following.pop(at)
        assert at == first, "an outline must close"
        outlines.append(outline)
    return outlines


def _pieces(high: np.ndarray, level: float) -> dict[_Edge, _Edge]:
    """From which edge to which the outlines go."""
    low = high < level
    kinds = low[:-1, :-1] + 2 * low[:-1, 1:] + 4 * low[1:, 1:] + 8 * low[1:, :-1]
    following = {}
    for row, column in np.argwhere((kinds > 0) & (kinds < 15)).tolist():
        kind = int(kinds[row, column])
        pieces = _PIECES.get(kind, ())
        if kind in _SADDLES:
            middle = high[row : row + 2, column : column + 2].mean()
            pieces = _SADDLES[kind][int(middle < level)]
        edges = ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))
        following.update({edges[start]: edges[end] for start, end in pieces})
    return following


def _crossing(high: np.ndarray, level: float, edge: _Edge) -> Point:
    """Where the level is met on an edge, if the height goes evenly from end to end."""
    row, column, down = edge
    here, there = float(high[row, column]), float(high[row + down, column + 1 - down])
    share = 1.0 if here == np.inf else (level - here) / (there - here)
    rows, columns = high.shape
    y = row + share * down - 1
    x = column + share * (1 - down) - 1
    return min(max(x, 0.0), columns - 3.0), min(max(y, 0.0), rows - 3.0)


def levels(heights: np.ndarray, count: int = 12) -> list[float]:
    """Heights to draw outlines at: closer together near the lowest place, where one wants to see.

    Args:
        heights: any shape; what is not finite is left out.
        count: how many.

    Returns:
        Increasing heights between the lowest and the highest; fewer if the ground is flat.
    """
    finite = heights[np.isfinite(heights)]
    if not finite.size or finite.min() == finite.max():
        return []
    low, top = float(finite.min()), float(np.quantile(finite, 0.97))
    return [low + (top - low) * ((k + 0.5) / count) ** 2 for k in range(count)]
