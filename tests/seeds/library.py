"""The two libraries a snippet can run on, and running one with its output caught.

A snippet is a function that names what it needs: `torch` (minigrad or the real one), `nn`,
`optim`, `Variable`, `make_dot`, `plt` ... It prints what the tutorial's block prints, and returns
whatever else is worth comparing.
"""

import contextlib
import importlib
import inspect
import io
import warnings
from types import SimpleNamespace

# What a snippet may name -> the module, after the library's own name, and an attribute of it.
PARTS = {
    "torch": ("", None),
    "nn": (".nn", None),
    "optim": (".optim", None),
    "F": (".nn.functional", None),
    "Variable": (".autograd", "Variable"),
    "DataLoader": (".utils.data", "DataLoader"),
    "TensorDataset": (".utils.data", "TensorDataset"),
}


def run(snippet, library):
    """Run a snippet on the library; what it printed, warned, raised and returned."""
    printed = io.StringIO()
    raised, returned = [], None
    needs = {name: part(name, library) for name in inspect.signature(snippet).parameters}
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        # Pictures are looked at through their data: there is no window to show them in.
        warnings.filterwarnings("ignore", message="FigureCanvasAgg is non-interactive")
        try:
            returned = snippet(**needs)
        except Exception as error:
            raised.append(error)
    return SimpleNamespace(
        printed=printed.getvalue(), warned=warned, raised=raised, returned=returned or {}
    )


def part(name, library):
    """What a snippet means by a name, on the library."""
    if name in PARTS:
        module, attribute = PARTS[name]
        loaded = importlib.import_module(library + module)
        return getattr(loaded, attribute) if attribute else loaded
    return {"make_dot": make_dot, "plt": pyplot, "display": display, "Math": math}[name](library)


def make_dot(library):
    """torchviz's function, or minigrad's of the same signature."""
    if library == "minigrad":
        return importlib.import_module("minigrad.viz").make_dot
    return _torchviz_make_dot


def _torchviz_make_dot(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torchviz still uses distutils
        return importlib.import_module("torchviz").make_dot(*args, **kwargs)


def pyplot(_library):
    """Matplotlib drawing into memory, with no figure left from before."""
    importlib.import_module("matplotlib").use("Agg")
    plt = importlib.import_module("matplotlib.pyplot")
    plt.close("all")
    return plt


def display(_library):
    """IPython's `display`, writing the source of what is displayed."""
    return lambda shown: print(shown.data)


def math(_library):
    """IPython's `Math`, a piece of TeX."""
    return importlib.import_module("IPython.display").Math
