"""The pieces: how they are found, and what one prints on a library.

A piece is a function of the library, in one of the files named here. It stands for code that people
run: the idea is its source's, which the docstring names, the words and the code are ours. What it
uses of the library it reaches through the name that it is given.
"""

import contextlib
import functools
import importlib
import inspect
import io
import json
import re
import traceback
import warnings
from pathlib import Path
from unittest import mock

import minigrad
from tests.behaviours.table import warning_always

ADVICE = "\0"  # how a line begins that an error of ours has after its first
PACKAGE = Path(minigrad.__file__).parent
STORED = Path(__file__).with_name("stored.json")  # what torch 2.13 printed
FILES = (
    "tutorials",
    "d2l",
    "courses",
    "forum",
    "more_tutorials",
    "more_courses",
    "more_forum",
)
# What a program imports by name before it uses it.
PARTS = (
    "distributions",
    "func",
    "nn.attention",
    "nn.attention.bias",
    "nn.functional",
    "nn.utils.parametrizations",
    "nn.utils.parametrize",
    "nn.utils.prune",
    "nn.utils.rnn",
    "optim.lr_scheduler",
    "optim.swa_utils",
    "utils.checkpoint",
    "utils.data",
)


@functools.cache
def pieces():
    """Every piece of every file, by ``file.name``."""
    return {
        f"{file}.{name}": function
        for file in FILES
        for name, function in vars(importlib.import_module(f"tests.pieces.{file}")).items()
        if inspect.isfunction(function)
    }


@functools.cache
def whole(name):
    """A library with all of its parts that a piece may import."""
    lib = importlib.import_module(name)
    for part in PARTS:
        with contextlib.suppress(ImportError):
            importlib.import_module(f"{name}.{part}")
    return lib


def printed(piece, lib):
    """The lines that a piece prints, then its error if it ends in one, and what it warned of.

    Both libraries speak of themselves as torch, so that what they say can be compared. Where an
    error of minigrad's is printed whole, its lines after the first begin with `ADVICE`.
    """
    lib.manual_seed(0)
    out = io.StringIO()
    with warnings.catch_warnings(record=True) as warned, warning_always(lib):
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)
        with contextlib.redirect_stdout(out), mock.patch("builtins.print", marking(print)):
            try:
                piece(lib)
            except Exception as error:
                print(said(type(error), error))
            finally:
                lib.set_printoptions(profile="default")
    lines = [*out.getvalue().splitlines(), *(said(w.category, w.message) for w in warned)]
    return [re.sub(r"\bminigrad\b", "torch", line).rstrip() for line in lines]


def marking(printing):
    """`print`, which marks the further lines of errors that minigrad raised."""

    def marked(x):
        ours = isinstance(x, Exception) and raised_in(x).is_relative_to(PACKAGE)
        return str(x).replace("\n", f"\n{ADVICE}") if ours else x

    return lambda *args, **options: printing(*map(marked, args), **options)


def raised_in(error):
    """The file whose code raised an error."""
    last = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-1]
    return Path(last.f_code.co_filename)


def said(kind, message):
    """The type and the first line of an error or a warning, without where in its source it was."""
    line = str(message).strip().partition("\n")[0]
    return f"{kind.__name__}: {line.partition(' (Triggered internally at ')[0]}"


@functools.cache
def stored():
    """What torch printed when ``python -m tests.pieces.store`` was last run."""
    return json.loads(STORED.read_text(encoding="utf-8"))
