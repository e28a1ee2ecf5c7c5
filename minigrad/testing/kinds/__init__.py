"""The kinds of question: a function, a value, names, a table of entries, a graph, an order."""

from .entries import Entries
from .function import Function
from .graph import Graph
from .names import Names
from .order import Order
from .value import Value

__all__ = ["Entries", "Function", "Graph", "Names", "Order", "Value"]
