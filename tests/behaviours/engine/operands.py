"""Operands that an operation refuses: nothing is recorded."""

import numpy as np

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def an_operand_that_is_no_tensor(lib):
    """An operation says which of its arguments is no tensor, and what it is."""
    x = leaf(lib)
    return [
        tried(lib.exp, 3.0),
        tried(lib.exp, [1.0]),
        tried(lib.exp, None),
        tried(lib.mul, x, "two"),
        tried(lib.mul, x, None),
        tried(lib.cat, [x, None]),
        tried(lib.cat, [x, 3.0]),
    ]


@row
def an_operand_that_is_an_array(lib):
    """A NumPy array is no tensor: no operation takes it for one."""
    x, array = lib.ones(2, 2, requires_grad=True), np.ones((2, 2), "float32")
    return [
        tried(lib.exp, array),
        tried(lib.mul, x, array),
        tried(lib.addmm, x, array, x),
        tried(lib.addcmul, x, x, array),
        tried(lib.cat, [x, array]),
        tried(x.detach().add_, array),
    ]


@row
def an_operand_of_a_write_that_is_no_tensor(lib):
    """So does an in-place one."""
    c = lib.ones(2)
    return [
        tried(c.mul_, "two"),
        tried(c.mul_, None),
        tried(c.mul_, [1.0]),
        tried(c.copy_, 3),
        c,
        c._version,
    ]


@row
def operands_that_do_not_fit(lib):
    """Operands whose shapes do not fit are refused, and nothing is recorded."""
    x = lib.ones(2, 3, requires_grad=True)
    return [
        tried(lib.mul, x, lib.ones(2)),
        tried(lib.matmul, x, x),
        tried(lib.cat, [x, lib.ones(4)]),
        tried(lib.cat, [x, lib.ones(2, 2)]),
        tried(lib.addmm, x, x, x),
        tried(lib.where, lib.ones(3) > 0, x, x),
        tried(lib.addcmul, x, x, lib.ones(4)),
        tried(lib.ones(2).add_, lib.ones(3)),
        tried(lib.ones(2).add_, lib.ones(2, 2)),
    ]


@row
def a_method_called_on_no_tensor(lib):
    """A method needs a tensor to work on."""
    return [
        tried(method, 3, *args)[0]
        for method, args in (
            (lib.Tensor.mul_, [2]),
            (lib.Tensor.exp, []),
            (lib.Tensor.backward, []),
            (lib.Tensor.register_hook, [print]),
        )
    ]


@row
def a_write_called_wrongly(lib):
    """An in-place operation refuses arguments too many and too few, and writes nothing."""
    c = lib.ones(2)
    calls = (c.mul_, [2, 3, 4]), (c.mul_, []), (c.exp_, [3]), (c.fill_, []), (c.copy_, [])
    return [tried(call, *args)[0] for call, args in calls], c, c._version


@row
def too_many_and_too_few_arguments(lib):
    """An operation refuses arguments too many, too few, and of names it does not know."""
    x = leaf(lib)
    return [
        tried(act)[0]
        for act in (
            lambda: lib.exp(),
            lambda: lib.exp(x, x, x),
            lambda: lib.mul(x),
            lambda: lib.addmm(x, x),
            lambda: lib.sum(x, 0, False, 3, 4),
            lambda: lib.exp(x, nothing=3),
            lambda: lib.mul(input=x),
        )
    ]
