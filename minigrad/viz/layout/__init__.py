"""Where the boxes and the arrows of a picture go.

In the order in which they run: `ranks` (on which layer each box stands), `bunches` (many boxes that
go into one other), `layers` (lanes carry long edges past the layers, borders keep groups together),
`crossings` (in what order a layer stands), `columns` and `spread` (where exactly), `gutter` (the
longest edges go round the drawing). `layered` calls them, and finds the way of each edge.
"""

from .layered import HEAD, LAYER_GAP, Box, Layout, Link, Route, layout

__all__ = ["HEAD", "LAYER_GAP", "Box", "Layout", "Link", "Route", "layout"]
