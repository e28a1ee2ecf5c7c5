"""What code that runs on a GPU may not say: what makes an array of NumPy's, or is NumPy's alone.

It reads source, so it also sees what no sample comes by.
"""

import ast
from typing import NamedTuple

from tests.device.functions import CUPY, FUNCTIONS, UFUNCS

MAKERS = set(  # they give NumPy's arrays, whatever they are given
    "array asarray asanyarray ascontiguousarray asfortranarray zeros ones empty full arange eye "
    "identity tri linspace frombuffer fromiter ndarray r_ c_".split()
)
APART = set(  # what is about no array's numbers: types, limits, shapes, settings
    "bool_ broadcast_shapes dtype errstate finfo float32 float64 generic iinfo inf int32 int64 "
    "integer linalg nan number result_type uint8 uint64".split()
)
ERROR = "linalg.LinAlgError"  # CuPy raises NumPy's
OF_UFUNCS = {"out", "dtype", "casting"}
VIEWS = ("view", "_view", "above", "self")  # a `View` has a base of its own: a tensor
ORDERED = {"astype", "copy"}  # methods that take an order in CuPy, too


class Said(NamedTuple):
    """Something that is forbidden.

    Attributes:
        function: in which it stands.
        what: it, in short.
        line: where.
    """

    function: str
    what: str
    line: int


class Reader(ast.NodeVisitor):
    """Notes what a module says that it may not; `found` has it."""

    def __init__(self):
        self.found, self.within = [], "<module>"

    def note(self, node, what):
        self.found.append(Said(self.within, what, node.lineno))

    def visit_FunctionDef(self, node):
        outside, self.within = self.within, node.name
        for part in (*node.decorator_list, *node.args.defaults, *node.body):  # no annotations
            self.visit(part)
        self.within = outside

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.visit(node.value)

    def visit_ImportFrom(self, node):
        for name in node.names:
            if node.module == "numpy" and name.name in MAKERS:
                self.note(node, f"np.{name.name}")

    def visit_Attribute(self, node):
        self.generic_visit(node)
        owner = ast.unparse(node.value)
        if owner == "np" and node.attr in MAKERS:
            self.note(node, f"np.{node.attr}")
        elif owner == "np" and node.attr not in {*FUNCTIONS, *UFUNCS, *CUPY["others"], *APART}:
            self.note(node, f"np.{node.attr}, which CuPy has not")
        elif owner == "np.linalg" and f"linalg.{node.attr}" not in {*FUNCTIONS, ERROR}:
            self.note(node, f"np.linalg.{node.attr}, which CuPy has not")
        elif node.attr == "base" and owner.rpartition(".")[2] not in VIEWS:
            self.note(node, ".base")

    def visit_Call(self, node):
        self.generic_visit(node)
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else ""
        numpys = bool(name) and ast.unparse(called.value) == "np"
        if name == "at" and isinstance(called.value, ast.Attribute):
            self.note(node, "ufunc.at")
        for keyword in node.keywords:
            if keyword.arg in ("initial", "where") or (
                keyword.arg == "order" and name not in ORDERED
            ):
                self.note(node, f"{keyword.arg}=")
            elif numpys and name not in APART and keyword.arg not in (None, *parameters(name)):
                self.note(node, f"np.{name}({keyword.arg}=)")


def parameters(name):
    """The names of the arguments that CuPy's function `name` takes."""
    if name in UFUNCS:
        return OF_UFUNCS
    told = FUNCTIONS.get(name, "")
    return {part.partition("=")[0].strip(" *") for part in told.split(",")}


def said(source):
    """What a module says that it may not."""
    reader = Reader()
    reader.visit(ast.parse(source))
    return reader.found
