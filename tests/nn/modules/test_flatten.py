from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(nn.Flatten()), str(nn.Flatten(0, 1))]",
    "back": "nn.Unflatten(1, (2, 1))(lib.ones(3, 2)), nn.Unflatten(0, [1, -1])(lib.ones(3)), "
    "str(nn.Unflatten(1, (2, 3)))",
    "pictures": "nn.Flatten()(x)",
    "the_front": "nn.Flatten(0, 1)(x).shape[0]",
    "already_flat": "nn.Flatten()(lib.ones(2, 3))",
    "one_dimension": "nn.Flatten()(lib.ones(3))",
    "out_of_range": "nn.Flatten(4)(x)",
    "the_wrong_way": "nn.Flatten(2, 1)(x)",
}


def expression(code):
    def one(lib):
        x = lib.randn(2, 3, 2, requires_grad=True)
        return eval(code, {"lib": lib, "nn": lib.nn, "x": x})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_flatten_as_in_torch = both(__name__, case)
