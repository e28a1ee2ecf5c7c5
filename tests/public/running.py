"""The programs, each as a piece: what it prints on a library, whose name it imports."""

import json
import re
from functools import partial
from pathlib import Path

from minigrad.nn._embedding import _say_dense
from tests.pieces.running import printed, whole
from tests.public.programs import PROGRAMS

STORED = Path(__file__).with_name("stored.json")  # what torch 2.13 printed


def run(program, lib):
    """Run a program with `lib` in torch's place, under its own name."""
    source = re.sub(r"\btorch\b", lib.__name__, program)
    exec(compile(source, "<program>", "exec"), {lib.__name__: lib})


def told(name, library):
    """The lines that a program prints on the library of this name."""
    lib = whole(library)
    if library == "torch":  # says this once a process, and another test may have been told
        lib.storage._reset_warn_typed_storage_removal()
    else:
        _say_dense.cache_clear()
    return printed(partial(run, PROGRAMS[name]), lib)


def stored():
    """What torch printed when ``python -m tests.public.store`` was last run."""
    return json.loads(STORED.read_text(encoding="utf-8"))
