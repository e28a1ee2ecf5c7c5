"""Steps of random programs that call a name which no sample of a row calls.

Those are aliases, and functions that are made of other operations. Every name of the registry is
drawn by some step, or says why not.
"""

from minigrad.autograd.registry import FUNCTIONS, METHODS
from tests.autograd.step import step, tracked
from tests.autograd.steps_operations import OPERATIONS, VIEWS, fitted
from tests.autograd.steps_writes import TWINS
from tests.ops.sample import BROADCAST, ONE, SQUARE, Sample

# A clone at the end of a call: torch composes these of other operations, and only their values and
# gradients are compared.
MATRIX = [[(3, 4)], [(2, 3)]]
VECTOR = [[(4,)]]


def one(name, cases=ONE, low=-2.0, high=2.0, smooth=True):
    return Sample(name, lambda lib, x: getattr(lib, name)(x), cases, low, high, smooth=smooth)


def two(name, cases=BROADCAST, smooth=True):
    return Sample(name, lambda lib, x, y: getattr(lib, name)(x, y), cases, smooth=smooth)


def positive(lib, x):
    """A positive definite matrix that depends on `x`."""
    return x @ x.mT + lib.eye(len(x), dtype=x.dtype)


def border(lib):
    return lib.tensor([-1.0, 0.0, 0.7], dtype=lib.float64)


CALLS = [
    *map(one, ("absolute", "arctan", "negative", "ravel")),
    *(one(name, low=-0.9, high=0.9) for name in ("arccos", "arcsin")),
    *(one(name, smooth=False) for name in ("isfinite", "isinf", "isnan", "nonzero")),
    *map(two, ("add", "sub", "subtract", "mul", "multiply", "divide", "true_divide", "arctan2")),
    *map(two, ("hypot", "logaddexp", "logaddexp2")),
    one("fix", smooth=False),
    *(one(name, smooth=False) for name in ("isneginf", "isposinf", "signbit")),
    *map(two, ("minimum", "broadcast_tensors")),
    *(one(name, MATRIX) for name in ("fliplr", "flipud", "positive")),
    Sample("combinations", lambda lib, x: lib.combinations(x).clone(), VECTOR),
    Sample("cartesian_prod", lambda lib, x, y: lib.cartesian_prod(x, y).clone(), [[(2,), (3,)]]),
    Sample("chain_matmul", lambda lib, x, y: lib.chain_matmul(x, y).clone(), [[(2, 3), (3, 4)]]),
    Sample("tensordot", lambda lib, x, y: lib.tensordot(x, y).clone(), SQUARE),
    *(
        Sample(name, lambda lib, x, n=name: getattr(lib, n)(x).clone(), MATRIX)
        for name in ("msort", "trapezoid", "trapz")
    ),
    Sample("float_power", lambda lib, x: lib.float_power(x, 2), ONE),
    Sample("tile", lambda lib, x: lib.tile(x, (2,)), MATRIX),
    *(two(name, smooth=False) for name in ("greater", "greater_equal", "less", "less_equal")),
    *(two(name, smooth=False) for name in ("not_equal", "floor_divide", "isin")),
    *(two(name, SQUARE, smooth=False) for name in ("allclose", "equal")),
    Sample("remainder", lambda lib, x, y: x.remainder(y).clone(), BROADCAST),
    Sample("pow", lambda lib, x: lib.pow(x, 3), ONE),
    Sample("concat", lambda lib, x, y: lib.concat([x, y], 1), SQUARE),
    Sample("concatenate", lambda lib, x, y: lib.concatenate([x, y], axis=0), SQUARE),
    Sample("diag", lambda lib, x: x.diag().clone(), [[(3, 4)], [(3,)]]),
    Sample("dot", lambda lib, x, y: x.dot(y), [[(4,), (4,)]]),
    Sample("mm", lambda lib, x, y: x.mm(y), [[(2, 3), (3, 4)]]),
    Sample("einsum", lambda lib, x, y: lib.einsum("ij,kj->ik", x, y).clone(), [[(2, 3), (4, 3)]]),
    Sample("meshgrid", lambda lib, x, y: lib.meshgrid(x, y, indexing="ij"), [[(2,), (3,)]]),
    Sample("masked_select", lambda lib, x: x.masked_select(x > 0.3), MATRIX),
    Sample("moveaxis", lambda lib, x: x.moveaxis(0, -1), MATRIX),
    Sample("swapaxes", lambda lib, x: x.swapaxes(0, 1), MATRIX),
    Sample("swapdims", lambda lib, x: x.swapdims(0, 1), MATRIX),
    Sample("repeat_interleave", lambda lib, x: x.repeat_interleave(2, 0), MATRIX),
    Sample("split_with_sizes", lambda lib, x: x.split_with_sizes([1, 3], 1), [[(3, 4)]]),
    one("atleast_1d", [[()], [(3,)], [(2, 3)]]),
    one("argwhere", smooth=False),
    one("count_nonzero", smooth=False),
    *(
        Sample(name, lambda lib, x, n=name: getattr(lib, n)(x).clone(), MATRIX)
        for name in ("corrcoef", "cov")
    ),
    one("nanmean", MATRIX),
    Sample("row_stack", lambda lib, x, y: lib.row_stack([x, y]), SQUARE),
    Sample("dsplit", lambda lib, x: x.dsplit(1), [[(2, 1, 3)]]),
    Sample("vsplit", lambda lib, x: x.vsplit([1]), MATRIX),
    Sample("quantile", lambda lib, x: lib.quantile(x, 0.3, dim=1).clone(), MATRIX),
    Sample("nanquantile", lambda lib, x: lib.nanquantile(x, 0.3, dim=1).clone(), MATRIX),
    Sample("cholesky", lambda lib, x: lib.cholesky(positive(lib, x)).clone(), MATRIX),
    Sample("logdet", lambda lib, x: lib.logdet(positive(lib, x)).clone(), MATRIX),
    Sample("slogdet", lambda lib, x: lib.slogdet(positive(lib, x))[1].clone(), MATRIX),
    Sample("matrix_power", lambda lib, x: lib.matrix_power(positive(lib, x), 2).clone(), MATRIX),
    Sample("pinverse", lambda lib, x: lib.pinverse(positive(lib, x)).clone(), MATRIX),
    Sample("svd", lambda lib, x: lib.svd(x)[1].clone(), MATRIX),
    Sample("histc", lambda lib, x: lib.histc(x.detach(), 3), MATRIX, smooth=False),
    Sample("histogram", lambda lib, x: lib.histogram(x.detach(), 3), MATRIX, smooth=False),
    Sample("bucketize", lambda lib, x: lib.bucketize(x, border(lib)), MATRIX, smooth=False),
    Sample("searchsorted", lambda lib, x: lib.searchsorted(border(lib), x), MATRIX, smooth=False),
    *(
        Sample(name, lambda lib, x, n=name: getattr(x.long(), n)(1), MATRIX, smooth=False)
        for name in ("bitwise_left_shift", "bitwise_right_shift")
    ),
    Sample("unique", lambda lib, x: (x > 0).unique(), ONE, smooth=False),
    Sample("bincount", lambda lib, x: x.long().abs().bincount(), VECTOR, smooth=False),
    Sample("logical_not", lambda lib, x: x.logical_not(), ONE, smooth=False),
    Sample("bitwise_not", lambda lib, x: (x > 0).bitwise_not(), ONE, smooth=False),
    Sample("new_full", lambda lib, x: x.new_full((2, 3), 0.5), ONE, smooth=False),
    Sample("new_ones", lambda lib, x: x.new_ones(2), ONE, smooth=False),
    Sample("new_zeros", lambda lib, x: x.new_zeros(2, 3), ONE, smooth=False),
    Sample("new_tensor", lambda lib, x: x.new_tensor([1.5, 2.5]), ONE, smooth=False),
    Sample("full_like", lambda lib, x: lib.full_like(x, 0.5), ONE, smooth=False),
    Sample("ones_like", lambda lib, x: lib.ones_like(x), ONE, smooth=False),
    Sample("zeros_like", lambda lib, x: lib.zeros_like(x), ONE, smooth=False),
]

# Names that no program draws, and why.
UNDRAWN = {
    **dict.fromkeys(
        "arange as_tensor eye from_numpy full linspace ones range zeros".split(),
        "takes no tensor: tests/creation",
    ),
    **dict.fromkeys(
        "bernoulli multinomial normal rand rand_like randint randn randn_like randperm".split(),
        "draws: tests/test__draws.py",
    ),
    **dict.fromkeys(
        "bernoulli_ exponential_ normal_ random_ uniform_".split(), "draws: tests/test__draws.py"
    ),
    **dict.fromkeys(("tril_indices", "triu_indices"), "takes no tensor: tests/ops/test_tables.py"),
    **dict.fromkeys(("lgamma", "digamma", "polygamma"), "torch's derivative has nine digits"),
    **dict.fromkeys(("addmv_", "baddbmm_"), "takes no matrix: tests/ops/test_products.py"),
    "kron": "torch does not notice a write into what it saved",
    "vander": "torch writes into what it saved, and cannot differentiate it",
    **dict.fromkeys("empty empty_like new new_empty".split(), "its numbers mean nothing"),
    **dict.fromkeys(
        "clamp_max clamp_max_ clamp_min clamp_min_ remainder_".split(), "its node is not torch's"
    ),
}


@step(12)
def call(program, picks, name=None):
    """A call of `name`, on tensors of the program or on what depends on them."""
    name = name or picks.evenly(NAMES)
    sample = picks.evenly([each for each in CALLS if each.row == name])
    case = picks.evenly(sample.cases)
    chosen = [tracked(program, picks) for _ in case]

    def act():
        inputs = [
            fitted(program, program.pool[i], sample, place, shape)
            for place, (i, shape) in enumerate(zip(chosen, case))
        ]
        return sample.call(program.lib, *inputs)

    return f"call:{name} {case} of {chosen}", act


NAMES = sorted({sample.row for sample in CALLS})


def undrawn():
    """The names of the registry that no step draws."""
    drawn = {*NAMES, *VIEWS, *TWINS, *UNDRAWN}
    drawn.update(*(names_in(sample.call) for sample in OPERATIONS))
    return sorted({*FUNCTIONS, *METHODS} - drawn)


def names_in(function):
    """The names that a function reads from the library or from a tensor, or was made with."""
    codes = [function.__code__, *filter(is_code, function.__code__.co_consts)]
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return {*(n for code in codes for n in code.co_names), *filter(is_text, cells)}


def is_code(constant):
    return hasattr(constant, "co_names")


def is_text(value):
    return isinstance(value, str)
