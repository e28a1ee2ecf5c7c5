"""The kinds of question: a function, an operation, a value, names, entries, a graph, an order."""

from .entries import Entries
from .function import Function
from .graph import Graph
from .names import Names
from .operation import Operation
from .order import Order
from .value import Value

__all__ = ["Entries", "Function", "Graph", "Names", "Operation", "Order", "Value"]
