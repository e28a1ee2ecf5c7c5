"""The package's structure: imports go down through the layers, and files stay small."""

import ast
import graphlib
import statistics
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "minigrad"
TESTS = Path(__file__).parent

# Lowest first. A name covers what lies below it, the longest name decides, and a new module of
# autograd stands with gradcheck, above Tensor, unless it is listed here among the first.
LAYERS = (
    "_mode _warn dtype size backend",
    "autograd.engine autograd.entry autograd.errors autograd.fast autograd.function "
    "autograd.grad_mode autograd.graph autograd.hooks autograd.inplace autograd.node "
    "autograd.op _out autograd.record autograd.registry autograd.targets autograd.view "
    "autograd.wrap",
    "ops random _draws",
    "tensor storage _memory _missing _operations _tensor _tensor_str creation",
    "autograd",
    "nn amp func optim utils linalg distributions datasets accelerator backends cuda serialization "
    "special "
    "_typed _type_info _queries _switches _einops functional torch_version version",
    "viz",
    "testing",
    "course",
    "__init__",
    "grading examples",
    "widgets",
    "lab",
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}

# The engine: autograd but for what stands above Tensor. Lines of code, without docstrings, comments
# and blanks.
ENGINE = 2300

# Modules without a test file of their own, and why.
UNMIRRORED = {
    **dict.fromkeys(["accelerator"], "tested with cuda"),
    **dict.fromkeys(["backends.mkl", "backends.mkldnn", "backends.mps"], "tested with cudnn"),
}

# Functions over 30 lines, and why.
STORES = "half of its lines are PyTorch's arguments, the others check and store them"
LONG = {
    "autograd.fast:call": "every elementwise operation runs through it: a call more would show",
    "nn.modules.attention:__init__": STORES,
    "nn.modules.rnn:__init__": STORES,
    "nn.modules.transformer:__init__": STORES,
    "optim.lr_scheduler.cyclic:__init__": STORES,
    "optim.lr_scheduler.one_cycle:__init__": STORES,
    "utils.data.dataloader:__init__": STORES,
}

# A row of ops/, decorators included, in the mean; a class of nn in the median. Lines of code.
ROW = 15
NN_CLASS = 40


def modules():
    """Name every module of the package: 'autograd.engine', 'nn' for nn/__init__.py."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        yield name.removesuffix(".__init__"), path


MODULES = dict(modules())
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def rank(module):
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    found = [RANK[name] for name in names if name in RANK]
    assert found, f"{module} has no layer: add it to LAYERS in this file"
    return found[0]


def imports(name):
    """Find what a module imports from the package, with line numbers; type checking's excluded."""
    package = MODULES[name].relative_to(PACKAGE.parent).parent.parts
    exempt = {
        inner
        for node in ast.walk(TREES[name])
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(TREES[name]):
        if node in exempt:
            continue
        if isinstance(node, ast.Import):
            yield from ((resolve(alias.name), node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*base, *filter(None, [node.module])])
            yield from ((resolve(f"{origin}.{alias.name}"), node.lineno) for alias in node.names)


def resolve(dotted):
    """Turn 'minigrad.nn.Linear' into the module that has it, 'nn'; None if it is not ours."""
    top, _, rest = dotted.partition(".")
    if top != PACKAGE.name:
        return None
    while rest and rest not in MODULES:
        rest = rest.rpartition(".")[0]
    return rest or "__init__"


def dependencies(name):
    return {module for module, _ in imports(name) if module and module != name}


def code_lines(node, source):
    """Number a node's lines of code: no blanks, comments or docstrings."""
    docstrings = {
        line
        for inner in ast.walk(node)
        if isinstance(inner, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(inner, clean=False) is not None
        for line in range(inner.body[0].lineno, inner.body[0].end_lineno + 1)
    }
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", len(source))
    numbered = [(number, source[number - 1].strip()) for number in range(first, last + 1)]
    return {
        number
        for number, text in numbered
        if text and not text.startswith("#") and number not in docstrings
    }


def source(name):
    return MODULES[name].read_text(encoding="utf-8").splitlines()


def functions():
    """Measure each function; one that is defined inside another counts for itself alone."""
    for name, tree in TREES.items():
        text = source(name)
        for node in filter(is_function, ast.walk(tree)):
            inner = (part for part in ast.walk(node) if is_function(part) and part is not node)
            own = code_lines(node, text).difference(*(code_lines(part, text) for part in inner))
            yield f"{name}:{node.name}", len(own)


def is_function(node):
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down(name):
    upward = [
        f"{MODULES[name].name}:{line} imports {module}"
        for module, line in imports(name)
        if module and module != name and rank(module) > rank(name)
    ]
    assert not upward


def test_the_library_knows_the_course_by_the_name_of_its_package_alone():
    """Where its questions are found; a package of an instructor's is registered beside it."""
    below = [name for name in MODULES if rank(name) < RANK["course"]]
    naming = {name for name in below for line in source(name) if f"{PACKAGE.name}.course" in line}
    assert naming == {"testing.registry"}


def test_there_is_no_import_cycle():
    graph = {name: dependencies(name) for name in MODULES}
    order = list(graphlib.TopologicalSorter(graph).static_order())
    assert set(order) == set(MODULES)


def test_the_reader_of_imports_sees_each_form():
    assert dependencies("lab.__main__") == {"lab.copies", "lab.server"}
    assert resolve("minigrad") == resolve("minigrad.__version__") == "__init__"
    assert resolve("minigrad.lab.server.serve") == "lab.server"
    assert resolve("numpy.linalg") is None
    assert rank("lab.server") == len(LAYERS) - 1


def test_the_engine_needs_neither_numpy_nor_tensors():
    assert dependencies("autograd.engine") <= {
        f"autograd.{part}" for part in ("node", "hooks", "targets")
    } | {"_mode"}
    foreign = [
        ast.unparse(node)
        for node in ast.walk(TREES["autograd.engine"])
        if isinstance(node, ast.Import | ast.ImportFrom) and "numpy" in ast.unparse(node)
    ]
    assert foreign == []


def test_files_stay_small():
    sizes = {name: len(code_lines(TREES[name], source(name))) for name in MODULES}
    large = {name: size for name, size in sizes.items() if size > 300}
    assert not large, "a file has at most 300 lines of code, and one concept: part these"
    assert sizes["autograd.engine"] <= 120


def test_the_engine_stays_compact():
    engine = [n for n in MODULES if n.startswith("autograd.") and rank(n) < RANK["autograd"]]
    assert sum(len(code_lines(TREES[name], source(name))) for name in engine) <= ENGINE


def test_functions_stay_small():
    sizes = list(functions())
    assert {name for name, size in sizes if size > 30} == set(LONG)
    assert statistics.median(size for _, size in sizes) <= 6


def test_a_row_stays_small():
    rows = [
        len(code_lines(node, source(name))) + sum(map(height, node.decorator_list))
        for name, tree in TREES.items()
        if name.startswith("ops.")
        for node in filter(is_function, ast.walk(tree))
        if any(declares(decorator) for decorator in node.decorator_list)
    ]
    assert len(rows) > 150
    assert statistics.mean(rows) <= ROW


def height(node):
    return node.end_lineno - node.lineno + 1


def declares(decorator):
    """Whether a decorator makes an operation: ``@op(…)``, or a partial of it, ``@_rounded()``."""
    name = decorator.func.id if isinstance(decorator, ast.Call) else ""
    return name in ("op", "elementwise") or name.startswith("_")


def test_a_class_of_nn_stays_small():
    classes = [
        len(code_lines(node, source(name)))
        for name, tree in TREES.items()
        if name.startswith("nn.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    assert statistics.median(classes) <= NN_CLASS


def test_tests_mirror_the_package():
    without = {
        name
        for name, path in MODULES.items()
        if path.stem != "__init__" and not mirrors(path) and not asks(name)
    }
    assert without == set(UNMIRRORED)


def asks(name):
    """Is it an exercise? tests/course/test_init.py tries each one, and so does its bank."""
    return name.startswith("course.x") and "\nQUESTIONS = " in "\n".join(source(name))


def mirrors(path):
    """Find a module's tests: of ops/shapes.py tests/ops/test_shapes.py and test_shapes_view.py."""
    stem = "main" if path.stem == "__main__" else path.stem
    folder = TESTS / path.relative_to(PACKAGE).parent
    return [*folder.glob(f"test_{stem}.py"), *folder.glob(f"test_{stem}_*.py")]
