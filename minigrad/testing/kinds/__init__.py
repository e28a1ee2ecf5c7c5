"""The kinds of question: a function, one value, a list of names, a table of entries, a graph."""

from .entries import Entries
from .function import Function
from .graph import Graph
from .names import Names
from .value import Value

__all__ = ["Entries", "Function", "Graph", "Names", "Value"]
