"""Does some row notice when a guard is gone? ``python -m tests.behaviours.guards`` tries each.

A guard is a statement of `minigrad/autograd/` that refuses something, or has others refuse: a
``raise``; a count of a write in a version counter; a call, for its own sake, of a function that may
do either. They are found in the source, so a new one is found by itself.

The package is imported with a switch in front of every guard. One run of the table tells which rows
come by which guard; then each guard is switched off in turn, in a process of its own, and those
rows run until one of them gives something else than before.
"""

import ast
import builtins
import importlib.abc
import importlib.machinery
import multiprocessing
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PACKAGE = "minigrad.autograd"
FOLDER = Path(__file__).parents[2] / "minigrad" / "autograd"
PROCESSES = 2
# What guards of a declaration say, which run at import: tests/autograd/test_op.py tries them.
OF_DECLARATIONS = ("self._read_rules(", "is no input and no option", "a rule reads ")
OF_DEVICES = "expected device"  # what such a guard says: only tests/device has two devices
OF_BFLOAT16 = "bfloat16 takes no part"  # needs a package: tests/test_dtype_bfloat16.py
PATIENCE = 30  # seconds that a row may take, on a machine that has other things to do


class Guard(NamedTuple):
    """One statement that refuses something.

    Attributes:
        file, line: where it stands.
        code: its text.
    """

    file: str
    line: int
    code: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.code}"


# ---------------------------------------------------------------------- finding them


def refusing(trees):
    """The names of the functions that hold a guard, or call for its own sake one that does."""
    functions = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    found, before = set(), None
    while before != len(found):
        before = len(found)
        found |= {f.name for f in functions if any(is_guard(node, found) for node in ast.walk(f))}
    return found


def is_guard(node, names):
    """Whether a statement is a guard, `names` being the functions that hold one."""
    if isinstance(node, (ast.Raise, ast.Assert)):
        return True
    if isinstance(node, ast.AugAssign):
        counter = getattr(node.target, "value", None)
        return getattr(counter, "attr", getattr(counter, "id", "")).endswith("counter")
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    called = node.value.func
    return getattr(called, "id", getattr(called, "attr", None)) in names


class Switches(ast.NodeTransformer):
    """Puts ``if guarded(file, line, code):`` in front of every guard of a module."""

    def __init__(self, file, names):
        self.file, self.names, self.guards = file, names, []

    def generic_visit(self, node):
        """Visit what is inside first: a guard may hold others."""
        node = super().generic_visit(node)
        if not is_guard(node, self.names):
            return node
        guard = Guard(self.file, node.lineno, " ".join(ast.unparse(node).split()))
        self.guards.append(guard)
        test = ast.Call(ast.Name("guarded", ast.Load()), [ast.Constant(part) for part in guard], [])
        return ast.fix_missing_locations(ast.copy_location(ast.If(test, [node], []), node))


def parsed():
    """Every module of the package, by its file's name."""
    files = sorted(FOLDER.glob("*.py"))
    return {file.name: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def guards_of(trees):
    """All guards of some modules, in the order they stand in."""
    names, found = refusing(trees.values()), []
    for file, tree in trees.items():
        switches = Switches(file, names)
        switches.visit(tree)
        found += switches.guards
    return found


# ---------------------------------------------------------------------- switching them off


NOTHING = Guard("", 0, "")  # to be switched off for a trial: no row may notice


class State:
    """Which guard is off, and which ones were come by."""

    def __init__(self):
        self.off, self.met = None, set()


state = State()


def guarded(*guard):
    """What stands in front of each guard."""
    state.met.add(Guard(*guard))
    return guard != state.off


class Finder(importlib.abc.MetaPathFinder):
    """Has the modules of the package loaded with switches in them."""

    def __init__(self):
        self.names = refusing(parsed().values())

    def find_spec(self, name, path, target=None):
        """As Python would, but for the loader."""
        if not name.startswith(PACKAGE + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        spec.loader = Loader(spec.loader.name, spec.loader.path)
        spec.loader.names = self.names
        return spec


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module with switches in it, whatever was compiled before."""

    def get_code(self, name):
        """The module's code."""
        tree = ast.parse(self.get_data(self.path), self.path)
        return compile(Switches(Path(self.path).name, self.names).visit(tree), self.path, "exec")


def load():
    """Import minigrad with switches, and the table."""
    if "minigrad" in sys.modules:
        raise RuntimeError("minigrad is imported already: this needs an interpreter of its own")
    builtins.guarded = guarded
    sys.meta_path.insert(0, Finder())
    from tests.behaviours import table
    from tests.nn.twins import library

    return table, library("minigrad")


# ---------------------------------------------------------------------- trying them


class Rows:
    """The table, and what minigrad made of each row with every guard in its place."""

    def __init__(self):
        self.table, self.lib = load()
        self.rows = self.table.table()
        self.before, self.cost, self.by_guard = {}, {}, {NOTHING: list(self.rows)}
        for name in self.rows:
            self._run(name)
        for names in self.by_guard.values():
            names.sort(key=self.cost.__getitem__)

    def _run(self, name):
        state.met, start = set(), time.perf_counter()
        self.before[name] = found = self.found(name)
        self.cost[name] = "raised" not in found, time.perf_counter() - start  # errors notice first
        for guard in state.met:
            self.by_guard.setdefault(guard, []).append(name)

    def found(self, name):
        """What minigrad makes of a row now."""
        return self.table.told(self.rows[name], self.lib)

    def notices(self, name):
        """Whether a row gives something else than before."""
        return not self.table.alike(self.found(name), self.before[name])


rows = None  # of this process: inherited where processes are forked, else loaded anew


def prepare():
    """Run the table once, unless that is inherited."""
    global rows
    rows = rows or Rows()


def noticed(guard):
    """The first row to notice that a guard is off; None if none does."""
    state.off = guard
    for name in rows.by_guard.get(guard, ()):
        try:
            with patience():
                if rows.notices(name):
                    return name
        except BaseException:  # whatever a row without its guard runs into
            return name
    return None


@contextmanager
def patience():
    """Where the system has alarms, a row that would never end gets an error instead."""
    if not hasattr(signal, "alarm"):
        yield
        return
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


def out_of_time(*signal_and_frame):
    """What the alarm calls."""
    raise TimeoutError


def unnoticed():
    """The guards that no row misses, each with how many rows come by; and how many there are."""
    prepare()
    elsewhere = (OF_DEVICES, OF_BFLOAT16, *OF_DECLARATIONS)
    every = guards_of(parsed())
    guards = [guard for guard in every if not any(words in guard.code for words in elsewhere)]
    with multiprocessing.Pool(PROCESSES, prepare, maxtasksperchild=1) as pool:
        by_itself, *found = pool.map(noticed, [NOTHING, *guards], chunksize=1)
    if by_itself:
        raise RuntimeError(
            f"{by_itself} gives something else at each run: it would notice anything"
        )
    missing = [guard for guard, by in zip(guards, found) if by is None]
    return [(guard, len(rows.by_guard.get(guard, ()))) for guard in missing], len(guards)


def main():
    """Say which guards nobody would miss."""
    missing, total = unnoticed()
    for guard, come_by in missing:
        print(f"{guard}\n    {come_by or 'no'} rows come by, none notices")
    print(f"{total - len(missing)} of {total} guards are missed by some row when they are gone")
    return bool(missing)


if __name__ == "__main__":
    from tests.behaviours import guards  # by its own name, so that processes share its state

    sys.exit(guards.main())
