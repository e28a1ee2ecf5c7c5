"""Pictures of graphs and recordings of backward passes; needs neither Jupyter nor Graphviz.

* `draw`: the graph behind a tensor, a picture in a notebook and a table of text in a terminal;
* `record_backward`: a backward pass that can be read step by step; `replay`: its state anywhere;
* `make_dot`, `to_dot`: the graph for Graphviz, the first just as torchviz draws it;
* `graph`: the graph as plain data, `collapsed` with modules closed, `to_svg` and `to_text` of it.

All of them read real PyTorch tensors too.
"""

from .data import Edge, Graph, Group, Node, Saved
from .dot import make_dot, to_dot
from .draw import Picture, draw
from .events import Accumulate, Change, Enter, Fail, Release, Rewrite, Seed, Send
from .groups import collapsed
from .reader import graph
from .record import record_backward
from .recording import Recording
from .state import State, replay
from .steps import Step
from .svg import to_svg
from .tree import to_text

__all__ = [
    "Accumulate",
    "Change",
    "Edge",
    "Enter",
    "Fail",
    "Graph",
    "Group",
    "Node",
    "Picture",
    "Recording",
    "Release",
    "Rewrite",
    "Saved",
    "Seed",
    "Send",
    "State",
    "Step",
    "collapsed",
    "draw",
    "graph",
    "make_dot",
    "record_backward",
    "replay",
    "to_dot",
    "to_svg",
    "to_text",
]
