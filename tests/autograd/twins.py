"""The engine's cases: the same code on minigrad and on torch, and what torch made of it.

As in `tests.nn.twins`, a case is a function of the library. What torch 2.13 made of each stands in
`stored.json`; where torch is installed, a test runs it again. `python -m tests.autograd.twins`
writes the file anew.
"""

import functools
import re
from pathlib import Path

from tests.nn import twins
from tests.nn.twins import cases

__all__ = ["both", "cases", "first_words", "make_function"]

STORED = Path(__file__).with_name("stored.json")
HOLDERS = tuple(
    f"tests.{name}"
    for name in (
        "autograd.test_accumulate_grad",
        "autograd.test_record_arguments",
        "autograd.test_engine",
        "autograd.test_entry",
        "autograd.test_function",
        "autograd.test_function_gradients",
        "autograd.test_function_outputs",
        "autograd.test_function_saved",
        "autograd.test_function_writes",
        "autograd.test_grad_mode",
        "autograd.test_gradients_fit",
        "autograd.test_higher_derivatives",
        "autograd.test_hooks",
        "autograd.test_hooks_lifetime",
        "autograd.test_hooks_replacing",
        "autograd.test_inplace",
        "autograd.test_isolation",
        "autograd.test_node",
        "autograd.test_post_accumulate_hooks",
        "autograd.test_retain_grad",
        "autograd.test_saved_values",
        "autograd.test_second_backward",
        "autograd.test_turns",
        "autograd.test_variable",
        "autograd.test_view",
        "autograd.test_written_over",
        "test__tensor_history",
        "test__tensor_memory",
        "test_backend",
        "test_dtype",
        "test_size",
        "test_tensor",
    )
)


both = functools.partial(twins.both, file=STORED)


def first_words(act, until):
    """The error that `act` raises, up to the words where torch and minigrad part."""
    try:
        return act()
    except Exception as error:
        said = str(error).partition(until)[0]
        said = re.sub(r"(torch|minigrad)::autograd::", "", said)
        return [type(error).__name__, said]


def make_function(lib, **methods):
    """A Function of the library with these methods, called Own."""
    return type("Own", (lib.autograd.Function,), {k: staticmethod(f) for k, f in methods.items()})


if __name__ == "__main__":
    twins.store(HOLDERS, STORED)
