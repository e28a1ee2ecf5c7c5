"""Faults planted in the engine, one line each: the random programs must find every one.

`python -m tests.autograd.faults` copies the package, spoils one line of the copy, and runs the
programs of the ordinary test on it, in a process of its own; names of faults after the command run
these alone.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Fault(NamedTuple):
    """One line of one function that says something else.

    Attributes:
        file: below the package.
        function: the function that holds the line; the first of that name.
        line: the whole line, without its indentation; once in the function.
        instead: what it says when spoiled.
    """

    file: str
    function: str
    line: str
    instead: str


NODE, ENGINE, HOOKS = "autograd/node.py", "autograd/engine.py", "autograd/hooks.py"
VIEW, INPLACE, RECORD = "autograd/view.py", "autograd/inplace.py", "autograd/record.py"

SOUND = "no fault"
FAULTS = {
    "a write is not counted": Fault(INPLACE, "bump", "x._counter[0] += 1", "pass"),
    "a write keeps the old value itself": Fault(
        INPLACE, "_before", "old = wrap(input._array.copy(), input._requires_grad, input._edge)",
        "old = wrap(input._array, input._requires_grad, input._edge)",
    ),
    "a leaf may be written into": Fault(
        INPLACE, "check_writable",
        "if x._node is None and needs_gradient(x):  # as in PyTorch, even before `catch_up`",
        "if False:",
    ),
    "a write does not move the history": Fault(INPLACE, "_write", "rebase(input, node)", "pass"),
    "a view is not renewed": Fault(VIEW, "catch_up", "_renew(x)", "pass"),
    "a renewed view forgets its version": Fault(
        VIEW, "_renew", "view.edge_version = x._counter[0]", "view.edge_version = 0"
    ),
    "views of several outputs may be written into": Fault(
        VIEW, "check_origin", "if origin is None:", "if origin is None or origin is MANY:"
    ),
    "a view made under no_grad is like any other": Fault(
        VIEW, "as_view", "if not mode.recording:", "if mode.inference:"
    ),
    "a view does not share the counter": Fault(
        VIEW, "as_view", "out._counter = counter = input._counter",
        "counter = input._counter; out._counter = [counter[0]]",
    ),
    "the base of a view is the view above": Fault(
        VIEW, "as_view", "base = input if above is None else above.base", "base = input"
    ),
    "what was overwritten still gets a gradient": Fault(
        VIEW, "vjp", 'sent[0] = OPS["replace_region"](grads[0], sent[0], region=self.region)',
        "sent[0] = grads[0]",
    ),
    "a retained gradient stays behind": Fault(
        NODE, "set_edge", "if keep is not None:", "if False:"
    ),
    "a leaf's gradient is overwritten": Fault(
        NODE, "_add", "held._add_raw(grad)", "held._array[...] = grad"
    ),
    "a leaf's gradient is never written into": Fault(
        NODE, "_add", "held._add_raw(grad)", "variable._grad = wrap(held._array + grad)"
    ),
    "a saved input is not checked": Fault(
        NODE, "read", "if value._counter[0] != version:", "if False:"
    ),
    "a saved result is not checked": Fault(NODE, "read", "if counter[0] != version:", "if False:"),
    "a gradient is overwritten, not added to": Fault(
        ENGINE, "run_nodes", "arrived[0] = arrived[0] if grad is None else arrived[0] + grad",
        "arrived[0] = arrived[0] if grad is None else grad"
    ),
    "a gradient goes to the first output": Fault(
        ENGINE, "run_nodes", "deliver(pending, parent, node.nrs[place], grad)",
        "deliver(pending, parent, 0, grad)",
    ),
    "nothing is released": Fault(ENGINE, "run_nodes", "node.saved = None", "pass"),
    "leaves come in reverse": Fault(
        ENGINE, "with_ends", "tail += [*mine[::-1], node]", "tail += [*mine, node]"
    ),
    "all that is reached runs": Fault(
        "autograd/targets.py", "leads_to",
        "return any(parent in useful for parent in node.parents)", "return True"
    ),
    "tensor hooks run in reverse": Fault(
        HOOKS, "run_tensor_hooks",
        "for hook in list(mine.values()):",
        "for hook in list(mine.values())[::-1]:",
    ),
    "retained gradients come before the hooks": Fault(
        HOOKS, "run_tensor_hooks", "keep(tensors[nr])", "keep(_tensor(grads[nr], raw))"
    ),
    "what a node's hook returns is ignored": Fault(
        HOOKS, "run_node_hooks", "tensors = _checked_all(hook, hook(tensors, *others), tensors)",
        "hook(tensors, *others)",
    ),
}  # fmt: skip


def spoiled(source, fault):
    """The source with one line replaced.

    Raises:
        ValueError: the line is not there, or more than once: the fault has to be written anew.
    """
    within = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == fault.function
    )
    lines = source.splitlines(keepends=True)
    places = [
        place
        for place in range(within.lineno - 1, within.end_lineno)
        if lines[place].strip() == fault.line
    ]
    if len(places) != 1:
        raise ValueError(f"{fault.file}, {fault.function}: {len(places)} times {fault.line!r}")
    (place,) = places
    lines[place] = lines[place].replace(fault.line, fault.instead)
    return "".join(lines)


FIND = """
import sys
sys.path.insert(0, sys.argv[1])
import minigrad
assert minigrad.__file__.startswith(sys.argv[1])
from tests.autograd.programs import Difference
from tests.autograd.test_random_programs import ORDINARY, all_programs
try:
    all_programs(ORDINARY, shrink=False)
except Difference as found:
    print("found:", " ".join(str(found).split())[:150])
except Exception as error:
    print("broken:", type(error).__name__, error)
"""


def found(name):
    """What the random programs say of a fault; None if they do not notice it, or if it is none."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "minigrad")
        shutil.copytree(ROOT / "minigrad", copy, ignore=shutil.ignore_patterns("__pycache__"))
        if name != SOUND:
            fault = FAULTS[name]
            path = copy / fault.file
            path.write_text(spoiled(path.read_text(encoding="utf-8"), fault), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-c", FIND, folder], cwd=ROOT, capture_output=True, text=True
        )
    said = ran.stdout.strip()
    if ran.returncode or said.startswith("broken:"):
        raise RuntimeError(f"{name}: {said}\n{ran.stderr}")
    return said.removeprefix("found: ") or None


def main(names=()):
    """Plant no fault, then each in turn; those that were missed, or found where there is none."""
    names, missed = names or [SOUND, *FAULTS], []
    for name in names:
        start = time.perf_counter()
        told = found(name)
        print(
            f"{time.perf_counter() - start:5.1f} s  {name}: {told or 'no difference'}", flush=True
        )
        missed += [name] if bool(told) == (name == SOUND) else []
    print(f"{len(names) - len(missed)} of {len(names)} as they should be")
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
