"""Steps of random programs that write: the twins of the table of methods, and assignment."""

import inspect

import minigrad
from tests.autograd.step import fitting, made, step
from tests.autograd.steps_operations import key_for, masks
from tests.autograd.writable import apart, dense, overlaps, repeats, turnable, where_writable

# These are tried on ordinary matrices alone: all else is refused, each in its own order.
MATRICES = """
    addbmm_ addmm_ addr_ index_add_ index_copy_ index_fill_ index_put_ masked_fill_
    masked_scatter_ scatter_ scatter_add_ scatter_reduce_ tril_ triu_
""".split()
SWAPS = ("transpose_", "swapaxes_", "swapdims_")
TURNS = ("t_", "squeeze_", "unsqueeze_", *SWAPS)
SHIFTS = ("bitwise_left_shift_", "bitwise_right_shift_")
BITWISE = ("bitwise_and_", "bitwise_or_", "bitwise_xor_", "bitwise_not_", *SHIFTS)
WHOLE = 5  # the one tensor of integers that every program starts with
# What a twin takes after the tensor it writes into, where its signature does not say it; `o()` is a
# tensor that mostly fits.
ARGUMENTS = {
    **dict.fromkeys(("clamp_", "clip_", "floor_divide_"), lambda lib, x, o: (1.5,)),
    **dict.fromkeys(SWAPS, lambda lib, x, o: (0, -1)),
    **dict.fromkeys(SHIFTS, lambda lib, x, o: (1,)),
    **dict.fromkeys(
        ("index_add_", "index_copy_"),
        lambda lib, x, o: (0, lib.tensor([0]), double(lib, 1, *x.shape[1:])),
    ),
    "index_fill_": lambda lib, x, o: (0, lib.tensor([0]), 0.5),
    "index_put_": lambda lib, x, o: ((lib.tensor([0]),), double(lib)),
    "masked_scatter_": lambda lib, x, o: (x > 0, double(lib, x.numel())),
    "scatter_reduce_": lambda lib, x, o: (
        0,
        lib.zeros([1] * x.ndim, dtype=lib.int64),
        double(lib, *[1] * x.ndim),
        "sum",
    ),
    "addmm_": lambda lib, x, o: (double(lib, x.shape[0], 2), double(lib, 2, *x.shape[1:])),
    "addbmm_": lambda lib, x, o: (double(lib, 3, x.shape[0], 2), double(lib, 3, 2, *x.shape[1:])),
    "addr_": lambda lib, x, o: (double(lib, x.shape[0]), double(lib, *x.shape[1:])),
    "addcmul_": lambda lib, x, o: (o(), o()),
    "masked_fill_": lambda lib, x, o: (x > 0, 0.5),
    "scatter_": lambda lib, x, o: (0, lib.zeros([1] * x.ndim, dtype=lib.int64), 0.5),
    "scatter_add_": lambda lib, x, o: (
        0,
        lib.zeros([1] * x.ndim, dtype=lib.int64),
        double(lib, *[1] * x.ndim),
    ),
}


def arguments_of(name):
    """What the twin called `name` takes: a function as in `ARGUMENTS`."""
    if name in ARGUMENTS:
        return ARGUMENTS[name]
    _, *others = inspect.signature(getattr(minigrad.Tensor, name)).parameters.values()
    wanted = [p.name for p in others if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    return lambda lib, x, o: [BY_NAME[each]() if each in BY_NAME else o() for each in wanted]


BY_NAME = {
    "dim": lambda: 0,
    **dict.fromkeys(("exponent", "max", "min", "value"), lambda: 1.5),
}


def double(lib, *shape):
    return lib.ones(shape, dtype=lib.float64)


# In `cut_off`; or left out, for how much memory there is decides, or it takes no matrix.
NOT_WRITES = "addmv_ baddbmm_ detach_ requires_grad_ resize_ resize_as_ set_".split()
# Their nodes are not torch's.
OTHERWISE = """
    bernoulli_ clamp_max_ clamp_min_ exponential_ normal_ random_ remainder_ uniform_
""".split()
TWINS = sorted(
    name
    for name in dir(minigrad.Tensor)
    if name.endswith("_") and not name.startswith("_") and name not in (*NOT_WRITES, *OTHERWISE)
)


@step(20)
def write(program, picks, name=None):
    i, name = made(program, picks), name or picks.evenly(TWINS)
    j = fitting(program, i, picks)
    if name in BITWISE:  # of floating point numbers they are refused, each in its own order
        i, j = WHOLE, WHOLE

    def act():
        x = program.pool[i]
        if overlaps(x) or (name not in BITWISE and masks(program, i, j)):
            return
        if name == "floor_divide_" and x.requires_grad:
            return  # see `without_derivative`
        if name in MATRICES and not (x.ndim == 2 and x.numel() and dense(x)):
            return
        if name in TURNS and not turnable(program, x):
            return
        arguments = arguments_of(name)(program.lib, x, lambda: apart(x, program.pool[j]))
        with where_writable(program, x):
            getattr(x, name)(*arguments)

    return f"write:{name} {i} {j}", act


@step(6)
def write_often(program, picks):
    """The commonest writes, with a tensor or a number."""
    i, name = made(program, picks), picks.of(("mul_", "add_", "sub_", "copy_"))
    j = None if picks.chance(40) else fitting(program, i, picks)

    def act():
        x = program.pool[i]
        if overlaps(x) or masks(program, i, i if j is None else j):
            return
        with where_writable(program, x):
            getattr(x, name)(0.5 if j is None else apart(x, program.pool[j]))

    return f"write:{name} {i} {j}", act


@step(7)
def assign(program, picks):
    i = made(program, picks)
    key, told = key_for(program.pool[i], picks)
    key = ... if key is True else key
    j = None if picks.chance(50) else fitting(program, i, picks)
    if key == [0, 0] and j is not None:
        key = told = [0]  # of two rows written to one place nobody says which is left

    def act():
        x = program.pool[i]
        if repeats(x) or overlaps(x):
            return
        with where_writable(program, x):
            x[key] = 2.5 if j is None else apart(x, program.pool[j]).clone()

    return f"assign {i} {told} {j}", act


@step(2)
def assign_by_mask(program, picks):
    i = made(program, picks)
    j = None if picks.chance(50) else fitting(program, i, picks)

    def act():
        x = program.pool[i]
        if repeats(x) or overlaps(x):
            return
        with where_writable(program, x):
            x[x > 0.1] = 0.5 if j is None else apart(x, program.pool[j]).clone()

    return f"assign:mask {i} {j}", act
