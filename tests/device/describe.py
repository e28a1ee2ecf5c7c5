"""Write down what CuPy has of NumPy's interface: names, parameters, the loops of its ufuncs.

It needs CuPy, but neither a GPU nor a driver. In a virtual environment of its own::

    python -m venv /tmp/cupy && /tmp/cupy/bin/pip install "cupy-cuda12x==14.*"
    /tmp/cupy/bin/python tests/device/describe.py
"""

import inspect
import json
import operator
import re
from pathlib import Path

import numpy as np

STORED = Path(__file__).with_name("cupy14.json")
MODULES = ["", "linalg"]


def parameters(function):
    """The parameters, as they are written in a `def`, each default None: only names are of use."""
    try:
        told = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return "*args, **kwargs"
    parts, kinds = [], [p.kind for p in told]
    for place, p in enumerate(told):
        if p.kind is p.KEYWORD_ONLY and place and kinds[place - 1] < p.VAR_POSITIONAL:
            parts.append("*")
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(stars + p.name + ("" if p.default is p.empty else "=None"))
        if p.kind is p.POSITIONAL_ONLY and (kinds[place + 1 :] or [None])[0] is not p.kind:
            parts.append("/")
    return ", ".join(parts)


def of_method(cupy, name):
    """The same of a method of arrays: its docstring begins with them."""
    said = (getattr(cupy.ndarray, name).__doc__ or "").partition("\n")[0]
    found = re.search(r"\(self(?:, )?(.*)\)", said)
    told = re.sub(r"\w+ (?=\w)", "", found.group(1) if found else "*args, **kwargs")
    return re.sub(r"(\w+)=[^,]+", r"\1=None", told)


def has_method(cupy, ufunc, name):
    """Whether ``ufunc.at`` or ``ufunc.reduce`` exists: then only the driver is missing."""
    x = on_the_host(cupy, np.zeros(2))
    try:
        ufunc.at(x, 0, x) if name == "at" else ufunc.reduce(x)
    except NotImplementedError:
        return False
    except Exception as error:
        return "Driver" in str(error)
    return True


def on_the_host(cupy, host):
    """CuPy's array on memory of NumPy's: it cannot compute, but it can be looked at."""
    memory = cupy.cuda.UnownedMemory(host.ctypes.data, host.nbytes, host, 0)
    return cupy.ndarray(host.shape, host.dtype, cupy.cuda.MemoryPointer(memory, 0))


def described(cupy):
    """What there is, as plain data."""
    told = {"version": cupy.__version__, "ufuncs": {}, "functions": {}, "others": []}
    for module in MODULES:
        ours, theirs = (getattr(m, module) if module else m for m in (np, cupy))
        for name in sorted({*dir(ours)} & {*dir(theirs)}):
            x, y = getattr(ours, name), getattr(theirs, name)
            if name.startswith("_") or inspect.ismodule(x):
                continue
            full = f"{module}.{name}".lstrip(".")
            if isinstance(x, np.ufunc) and isinstance(y, cupy.ufunc):
                told["ufuncs"][full] = " ".join(y.types)
            elif callable(y) and not isinstance(y, type):
                told["functions"][full] = parameters(y)
            elif not module:
                told["others"].append(name)
    for method in ("at", "reduce"):
        told[method] = [
            n for n in told["ufuncs"] if has_method(cupy, operator.attrgetter(n)(cupy), method)
        ]
    names = [name for name in dir(cupy.ndarray) if not name.startswith("_")]
    methods = [name for name in names if callable(getattr(cupy.ndarray, name))]
    told["methods"] = {name: of_method(cupy, name) for name in methods}
    told["attributes"] = [name for name in names if name not in methods]
    told["answers"] = answers(cupy)
    return told


def answers(cupy):
    """What it answers to the questions in `facts`, which lies beside this file."""
    import facts

    x, strided = on_the_host(cupy, np.arange(12.0).reshape(3, 4)), cupy.lib.stride_tricks.as_strided
    expressions = facts.asked(facts.VIEWS) + facts.asked(facts.ANSWERS)
    return {each: facts.answer(each, x, strided) for each in expressions}


def main():
    """Write the file."""
    import cupy

    told = described(cupy)
    parts = [f"{json.dumps(key)}: {lines(x)}" for key, x in told.items()]
    STORED.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def lines(x):
    """JSON, a dict's entries one a line."""
    if not isinstance(x, dict):
        return json.dumps(x)
    return "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in x.items()) + "\n}"


if __name__ == "__main__":
    main()
