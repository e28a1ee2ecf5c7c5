"""How tensors print."""

from tests.behaviours.table import row


@row
def printing_numbers(lib):
    """Floats get four digits, or none if all are whole; widths are shared."""
    given = (
        [1.0, -20.0, 300.0],
        [1.5, -22.25, 3.0],
        [0.5, 1000.5],
        [0.5, 1001.0, 1e-3],
        [1e-5, 2e-5],
        [1e9, 1.0],
        [float("nan"), float("inf"), -float("inf"), 1.5],
        [0.0, -0.0],
        3.14159,
        7.0,
    )
    return [repr(lib.tensor(x)) for x in given]


@row
def printing_other_types(lib):
    """Types that the numbers do not show are named."""
    made = (
        lib.tensor([1, -20, 300]),
        lib.tensor([True, False]),
        lib.tensor([1.0], dtype=lib.float64),
        lib.tensor([1.5], dtype=lib.float16),
        lib.tensor([1], dtype=lib.uint8),
        lib.tensor([]),
        lib.zeros(0, 3),
        lib.zeros(2, 0, dtype=lib.int64),
        lib.zeros(0, dtype=lib.bool),
    )
    return [repr(x) for x in made]


@row
def printing_the_graph(lib):
    """A leaf says that it requires grad, a result which node made it, a parameter what it is."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.no_grad():
        y = x * 2
    made = (x, x * 2, x.sum(), x.detach(), y, x.view(2, 1), lib.nn.Parameter(lib.ones(2, 2)))
    return [repr(z) for z in made], str(x), f"{x * 2}"


@row
def printing_matrices(lib):
    """Dimensions are brackets, blank lines part those above the second."""
    return [
        repr(lib.arange(8).reshape(shape)) for shape in ((2, 4), (2, 2, 2), (2, 1, 2, 2), (8, 1))
    ]


@row
def printing_long_lines(lib):
    """Lines break at 80 characters, also before what is said of the graph."""
    x = lib.arange(30.0, requires_grad=True)
    return repr(x), repr(x * 1.5), repr(lib.arange(60).reshape(2, 30)), repr(x[:9] / 8)


@row
def printing_above_a_thousand(lib):
    """Above 1,000 elements only the edges are shown."""
    made = (
        lib.arange(1000),
        lib.arange(1001),
        lib.arange(1200.0).reshape(2, 600) / 8,
        lib.arange(1280).reshape(2, 8, 80),
        lib.zeros(1001, 1, requires_grad=True),
    )
    return [repr(x) for x in made]


@row
def print_options(lib):
    """`set_printoptions` changes digits, edges, widths and the notation, until it is told again."""
    x, m = lib.tensor([1.23456789, 1000.5]), lib.arange(25.0).reshape(5, 5)
    found = []
    options = (
        {"precision": 2},
        {"sci_mode": True},
        {"sci_mode": False},
        {"threshold": 10, "edgeitems": 1},
        {"linewidth": 30},
        {"profile": "short"},
        {"profile": "full"},
        {"profile": "default", "precision": 6},
    )
    try:
        for option in options:
            lib.set_printoptions(**option)
            found.append([repr(x), repr(m)])
    finally:
        lib.set_printoptions(profile="default")
    return found, repr(x)


@row
def how_classes_show(lib):
    """Classes show under the names that users know."""
    kinds = lib.Tensor, lib.Size, lib.dtype, lib.device, lib.nn.Parameter
    return [repr(kind) for kind in kinds]
