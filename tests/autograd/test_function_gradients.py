"""Which gradients the backward of a Function is given, and what it may give back."""

from tests.autograd.starts import leaf
from tests.autograd.twins import both, cases, make_function

case = cases()


def applied(backward, forward=lambda ctx, x: x * x, summed=True):
    """A case: one Function on a leaf, walked back; the leaf's gradient."""

    def run(lib):
        own = make_function(lib, forward=forward, backward=lambda ctx, *g: backward(lib, *g))
        x = leaf(lib)
        y = own.apply(x)
        y.sum().backward()
        return x.grad

    return run


BACKWARDS = {
    "one_gradient": lambda lib, g: g * 3,
    "in_a_tuple": lambda lib, g: (g * 3,),
    "in_a_list": lambda lib, g: [g * 3],
    "none": lambda lib, g: None,
    "a_number": lambda lib, g: 3.0,
    "too_many": lambda lib, g: (g, g),
    "nones_too_many": lambda lib, g: (g, None, None),
    "none_at_all": lambda lib, g: (),
    "wider": lambda lib, g: lib.ones(5, 2),
    "narrower": lambda lib, g: lib.tensor(7.0),
    "of_another_shape": lambda lib, g: lib.ones(5),
    "of_another_type": lambda lib, g: g.double() * 2,
    "that_fails": lambda lib, g: 1 / 0,
}
case.all.update({f"gradient_{name}": applied(backward) for name, backward in BACKWARDS.items()})


@case
def a_missing_gradient(lib):
    own = make_function(lib, forward=lambda ctx, x, y: x * y, backward=lambda ctx, g: g)
    own.apply(leaf(lib), leaf(lib)).sum().backward()


def materialized(value):
    def run(lib):
        seen = []

        def forward(ctx, x):
            if value is not None:
                ctx.set_materialize_grads(value)
            return x * 2, x * 3

        def backward(ctx, a, b):
            seen.append([a, b])
            return (0 if a is None else a) + (0 if b is None else b)

        own = make_function(lib, forward=forward, backward=backward)
        x = leaf(lib)
        own.apply(x)[1].sum().backward()
        return seen, x.grad

    return run


case.all.update({f"gradients_made_{value}": materialized(value) for value in (None, True, False)})

test_function_as_in_torch = both(__name__, case)
