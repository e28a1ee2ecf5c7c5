"""What a step of a random program may be: operations, views, writes, hooks, modes, backwards.

Operations are those of the table of samples, writes those of the table of methods: one that is
added there is met here; all other names stand in `steps_names`. A step is a function of a program
and of picks; it gives a label, whose first word is what is counted, and the act itself.
"""

from functools import partial

from tests.autograd.step import STEPS, step
from tests.autograd.steps_backward import backward
from tests.autograd.steps_names import NAMES, call
from tests.autograd.steps_operations import ROWS, VIEWS, binary, cut_off, operation, view
from tests.autograd.steps_writes import TWINS, assign, write, write_often


def draw(program, picks):
    """A step's label and act."""
    return picks.evenly(WEIGHTED)(program, picks)


MODES = {
    "no_grad": lambda lib: [lib.no_grad()],
    "enable_grad": lambda lib: [lib.no_grad(), lib.enable_grad()],
    "set_grad_enabled": lambda lib: [lib.set_grad_enabled(False)],
    "inference_mode": lambda lib: [lib.inference_mode()],
    "inference_mode:off": lambda lib: [lib.inference_mode(), lib.inference_mode(False)],
    "saved_tensors_hooks": lambda lib: [
        lib.autograd.graph.saved_tensors_hooks(lambda x: [x], lambda packed: packed[0])
    ],
}


@step(10)
def mode(program, picks, name=None):
    """Another step, in a mode."""
    name = name or picks.evenly(sorted(MODES))
    # A write saves its operands before, its result after it is made: torch packs each at its time.
    inside = READS if name == "saved_tensors_hooks" else WITHIN
    inner, act = picks.evenly(inside)(program, picks)

    def within():
        modes = MODES[name](program.lib)
        for each in modes:
            each.__enter__()
        try:
            return act()
        finally:
            for each in reversed(modes):
                each.__exit__(None, None, None)

    return f"mode:{name} {inner}", within


def last(program, picks):
    """The end of every program: everything that can be differentiated, at once."""

    def act():
        total = None
        for x in program.pool:
            try:
                if x.requires_grad and not x.is_leaf:
                    total = x.sum() if total is None else total + x.sum()
            except RuntimeError:  # a view that may not be used any more
                continue
        if total is not None:
            total.backward(retain_graph=True)

    return "backward:all", act


NAMED = {
    **{f"op:{row}": partial(operation, row=row) for row in ROWS},
    **{f"call:{name}": partial(call, name=name) for name in NAMES},
    **{f"view:{name}": partial(view, name=name) for name in VIEWS},
    **{f"write:{name}": partial(write, name=name) for name in TWINS},
    **{f"mode:{name}": partial(mode, name=name) for name in MODES},
}  # what a program can be told to do
OTHERS = """
    mixed mul add sub index mask assign assign:mask detach data detach_ requires_grad_
    function:double function:same function:flat function:dirty
    hook:tensor hook:register_hook hook:register_prehook hook:post_accumulate
    hook:retain_grad hook:remove
    backward backward:inputs backward:all grad grad:None grad:taken second_order
""".split()
WEIGHTED = [function for function, weight in STEPS.items() for _ in range(weight)]
READS = [binary, view, operation, operation]
WITHIN = [
    function
    for function in (binary, view, write, write_often, assign, operation, cut_off, backward)
    for _ in range(STEPS[function])
]
