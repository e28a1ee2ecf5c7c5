"""Pictures of graphs and recordings of backward passes; needs neither Jupyter nor Graphviz.

* `draw`: the graph behind a tensor, a picture in a notebook and a table of text in a terminal;
* `record_backward`: a backward pass that can be read step by step, and replayed;
* `make_dot`, `to_dot`: the graph for Graphviz, the first just as torchviz draws it;
* `graph_of`: the graph as plain data.

All of them read real PyTorch tensors too.
"""

from .dot import make_dot, to_dot
from .draw import Picture, draw
from .events import Accumulate, Change, Enter, Release, Seed, Send, replay
from .graph import Edge, Graph, Node, Saved
from .reader import graph_of
from .record import Recording, record_backward
from .steps import Step

__all__ = [
    "Accumulate",
    "Change",
    "Edge",
    "Enter",
    "Graph",
    "Node",
    "Picture",
    "Recording",
    "Release",
    "Saved",
    "Seed",
    "Send",
    "Step",
    "draw",
    "graph_of",
    "make_dot",
    "record_backward",
    "replay",
    "to_dot",
]
