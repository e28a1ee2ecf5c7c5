"""Writes: what they do to the graph, what they refuse; a twin has no formula of its own."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd.inplace import bump, check_fits, in_place
from minigrad.autograd.view import check_once
from minigrad.ops import arithmetic
from tests.autograd.twins import both, cases, first_words

case = cases()

WRITES = {  # every twin, on a result of two by two elements, all positive
    "add_": lambda lib, y, w: y.add_(w),
    "sub_": lambda lib, y, w: y.sub_(w),
    "mul_": lambda lib, y, w: y.mul_(w),
    "div_": lambda lib, y, w: y.div_(w),
    "add_number": lambda lib, y, w: y.add_(2),
    "mul_number": lambda lib, y, w: y.mul_(2.5),
    "mul_broadcast": lambda lib, y, w: y.mul_(w[0]),
    "mul_0d": lambda lib, y, w: y.mul_(w[0, 0]),
    "pow_": lambda lib, y, w: y.pow_(2),
    "pow_tensor": lambda lib, y, w: y.pow_(w),
    "neg_": lambda lib, y, w: y.neg_(),
    "exp_": lambda lib, y, w: y.exp_(),
    "log_": lambda lib, y, w: y.log_(),
    "sqrt_": lambda lib, y, w: y.sqrt_(),
    "sin_": lambda lib, y, w: y.sin_(),
    "cos_": lambda lib, y, w: y.cos_(),
    "tanh_": lambda lib, y, w: y.tanh_(),
    "sigmoid_": lambda lib, y, w: y.sigmoid_(),
    "relu_": lambda lib, y, w: y.relu_(),
    "abs_": lambda lib, y, w: y.abs_(),
    "reciprocal_": lambda lib, y, w: y.reciprocal_(),
    "copy_": lambda lib, y, w: y.copy_(w),
    "copy_broadcast": lambda lib, y, w: y.copy_(w[1]),
    "fill_": lambda lib, y, w: y.fill_(3.0),
    "zero_": lambda lib, y, w: y.zero_(),
    "itself": lambda lib, y, w: y.add_(y),
    "operators": lambda lib, y, w: operators(y, w),
    "set_row": lambda lib, y, w: y.__setitem__(0, w[1]),
    "set_number": lambda lib, y, w: y.__setitem__((slice(None), 1), 7.0),
    "set_all": lambda lib, y, w: y.__setitem__(..., w),
    "set_where": lambda lib, y, w: y.__setitem__(y > 3, 0.0),
    "view_row": lambda lib, y, w: y[1].mul_(w[0]),
    "view_column": lambda lib, y, w: y[:, 0].exp_(),
    "view_turned": lambda lib, y, w: y.t().mul_(w),
    "view_flat": lambda lib, y, w: y.view(4)[1:3].sin_(),
    "view_of_view": lambda lib, y, w: y[0][1].mul_(5),
}


def operators(y, w):
    y += w
    y *= 2
    y -= 1
    y /= w


def written(write):
    def run(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=lib.float64, requires_grad=True)
        w = lib.tensor([[2.0, 0.5], [1.5, 3.0]], dtype=lib.float64, requires_grad=True)
        y = x * 1.5
        write(lib, y, w)
        before = y.is_leaf, y.grad_fn.name().rpartition("::")[2], y._version
        z = (y * y).sum()
        grads = lib.autograd.grad(z, [x, w], create_graph=True, allow_unused=True)
        second = lib.autograd.grad(
            sum((g * g).sum() for g in grads if g is not None), [x, w], allow_unused=True
        )
        return y.detach(), before, [None if g is None else g.detach() for g in grads], second

    return run


def unrecorded(write):
    def run(lib):
        y = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
        w = lib.tensor([[2.0, 0.5], [1.5, 3.0]])
        write(lib, y, w)
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        with lib.no_grad():
            write(lib, x, w)
        return y, y._version, y.requires_grad, x, x._version, x.is_leaf

    return run


def into_a_leaf(write):
    def run(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        write(lib, x, lib.ones(2, 2))

    return run


def into_a_constant(write):
    def run(lib):
        y = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
        w = lib.tensor([[2.0, 0.5], [1.5, 3.0]], requires_grad=True)
        write(lib, y, w)
        if not y.requires_grad:
            return y, y.is_leaf
        y.sum().backward()
        return y, w.grad

    return run


for name, write in WRITES.items():
    case.all[f"recorded_{name}"] = written(write)
    case.all[f"unrecorded_{name}"] = unrecorded(write)
    case.all[f"into_a_leaf_{name}"] = into_a_leaf(write)
    case.all[f"into_a_constant_{name}"] = into_a_constant(write)

REFUSED = {
    "shape": "lib.ones(2).add_(lib.ones(3))",
    "wider_shape": "lib.ones(2).add_(lib.ones(3, 2))",
    "higher_shape": "lib.ones(2).add_(lib.ones(1, 2))",
    "shape_of_0d": "lib.ones(()).add_(lib.ones(2))",
    "copy_shape": "lib.ones(2).copy_(lib.ones(3))",
    "float_into_int": "lib.ones(2, dtype=lib.int64).add_(lib.ones(2))",
    "float_number_into_int": "lib.ones(2, dtype=lib.int64).mul_(1.5)",
    "int_into_bool": "lib.tensor([True]).add_(lib.ones(1, dtype=lib.int64))",
    "division_of_ints": "lib.tensor([2]).div_(2)",
    "exp_of_ints": "lib.tensor([1]).exp_()",
    "expanded": "lib.ones(1).expand(3).mul_(2)",
    "expanded_key": "lib.ones(1).expand(3).__setitem__(..., 2)",
    "a_list": "lib.ones(2).add_([1.0, 2.0])",
    "a_word": "lib.ones(2).mul_('2')",
    "split": "(lambda y: y.split(1)[0].mul_(2))(lib.ones(2, requires_grad=True) * 1)",
    "unbind": "(lambda y: y.unbind(0)[1].zero_())(lib.ones(2, requires_grad=True) * 1)",
    "view_of_leaf": "lib.ones(2, requires_grad=True)[0].mul_(2)",
    "view_of_view_of_leaf": "lib.ones(2, 2, requires_grad=True)[0][1].mul_(2)",
}
ALLOWED = {
    "int_into_float": "lib.ones(2).add_(lib.ones(2, dtype=lib.int64))",
    "double_into_float": "lib.ones(2).mul_(lib.full((2,), 1.5, dtype=lib.float64))",
    "float_into_half": "lib.ones(2, dtype=lib.float16).mul_(lib.full((2,), 1.5))",
    "bool_into_int": "lib.ones(2, dtype=lib.int64).add_(lib.tensor([True, False]))",
    "bool_number": "lib.ones(2).mul_(True)",
    "float_number_of_numpy": "lib.ones(2).mul_(np.float64(1.5))",
    "wrapping_around": "lib.tensor([100], dtype=lib.int8).add_(1000)",
    "no_elements": "lib.zeros(0, 3).add_(1)",
    "copy_of_another_type": "lib.ones(2, dtype=lib.int64).copy_(lib.full((2,), 2.7))",
    "zeros_into_expanded": "lib.ones(1).expand(3).zero_()",
    "a_number_into_expanded": "lib.ones(1).expand(3).fill_(2)",
    "the_same_memory": "(lambda a: a.add_(a.view(2)))(lib.ones(2))",
    "apart": "(lambda a: a[:2].add_(a[2:]))(lib.ones(4))",
    "filled_with_its_own": "(lambda a: a.fill_(a[1]))(lib.tensor([2.0, 3.0]))",
    "set_to_its_own": "(lambda a: [a.__setitem__(slice(1, 3), a[0]), a])(lib.tensor([2.0, 3, 4]))",
    "detached_leaf": "lib.ones(2, requires_grad=True).detach().mul_(3)",
}


def expression(code):
    def run(lib):
        import numpy as np

        words = "\n"
        return first_words(lambda: eval(code, {"lib": lib, "np": np}), words)

    return run


case.all.update({f"refused_{name}": expression(code) for name, code in REFUSED.items()})
case.all.update({f"allowed_{name}": expression(code) for name, code in ALLOWED.items()})


@case
def a_refused_write_changes_nothing(lib):
    x = lib.ones(2, requires_grad=True)
    y = lib.ones(2)
    for write in (lambda: x.add_(1), lambda: x[0].add_(1), lambda: y.add_(lib.ones(3))):
        first_words(write, "\n")
    return x, x._version, y, y._version


@case
def a_constant_becomes_a_result(lib):
    y, w = lib.ones(2), lib.ones(2, requires_grad=True)
    y.mul_(w * 3)
    y.sum().backward()
    return y, y.is_leaf, w.grad


@case
def an_integer_target_takes_no_gradient(lib):
    y, w = lib.zeros(2, dtype=lib.int64), lib.ones(2, requires_grad=True)
    y[0] = w[0]
    y.copy_(w)
    return y, y.requires_grad


@case
def the_gradient_in_what_was_written(lib):
    x, w = lib.ones(2, requires_grad=True), lib.tensor([3.0, 4.0], requires_grad=True)
    y = x * 2
    y.mul_(w)
    y.sum().backward()
    return x.grad, w.grad


@case
def what_was_overwritten_gets_zeros_even_of_infinity(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    y = x * 1
    y.copy_(w)
    y.backward(lib.tensor([float("inf"), 1.0]))
    return x.grad, w.grad


@case
def its_own_factor(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    y.mul_(y)
    return first_words(y.sum().backward, "Hint")


@case
def types_are_undone(lib):
    x = lib.ones(2, requires_grad=True)
    w = lib.full((2,), 3.0, dtype=lib.float64, requires_grad=True)
    y = x * 1
    y.mul_(w)
    z = lib.zeros(2, dtype=lib.float64)
    z.copy_(x)
    (y.sum() + z.sum()).backward()
    return y, x.grad, w.grad


@case
def versions(lib):
    x = lib.ones(4)
    view, twin, data = x[1:3], x.detach(), x.data
    view.add_(1)
    twin.add_(1)
    data.add_(1)
    with lib.no_grad():
        x.add_(1)
    return [t._version for t in (x, view, twin, data)], x


test_inplace_as_in_torch = both(__name__, case)


def test_a_twin_has_the_operation_behind_it():
    twin = in_place(arithmetic.mul)
    assert twin.op is arithmetic.mul.op and twin.__name__ == "mul_"
    y = minigrad.ones(2, requires_grad=True) * 1
    y.mul_(3)
    assert type(y.grad_fn) is arithmetic.mul.op.node_class


def test_a_number_becomes_an_array_at_its_first_write():
    x = minigrad.tensor(2.0)
    before = x._array
    x.mul_(3)
    assert before == 2 and x._array == 6 and x._array.shape == ()
    assert not hasattr(before, "strides") or before is not x._array


OPERANDS = {
    "alike": lambda lib: lib.full((2, 2), 3.0),
    "a number": lambda lib: 3,
    "NumPy's own number": lambda lib: np.float64(3),
    "a row": lambda lib: lib.full((2,), 3.0),
    "another type": lambda lib: lib.full((2, 2), 3.0, dtype=lib.float64),
    "too large": lambda lib: lib.ones(3, 2, 2),
    "a gradient that is wanted": lambda lib: lib.full((2, 2), 3.0, requires_grad=True),
}
TARGETS = {
    "alike": lambda lib: lib.full((2, 2), 5.0),
    "a leaf": lambda lib: lib.full((2, 2), 5.0, requires_grad=True),
    "a result": lambda lib: lib.full((2, 2), 5.0, requires_grad=True) * 1,
    "a view": lambda lib: lib.full((4,), 5.0, requires_grad=True).view(2, 2),
    "turned": lambda lib: lib.full((2, 2), 5.0).t(),
    "integers": lambda lib: lib.full((2, 2), 5),
    "one element": lambda lib: lib.tensor(5.0),
    "expanded": lambda lib: lib.tensor(5.0).expand(2, 2),
}


def unrecorded(lib, target, operand):
    """The same write under no_grad and in inference mode: value, version, and what is an error."""
    out = []
    for mode in (lib.no_grad, lib.inference_mode):
        x, y = TARGETS[target](lib), OPERANDS[operand](lib)
        version = x._version
        with mode():
            try:
                same = x.sub_(y) is x
            except (RuntimeError, TypeError) as error:
                says = str(error).partition("\n")[0]
                out.append(f"{type(error).__name__}: {says}")
            else:
                out.append(f"{same} {x.tolist()} {x._version - version} {x.requires_grad}")
    return out


@pytest.mark.parametrize("operand", OPERANDS)
@pytest.mark.parametrize("target", TARGETS)
def test_where_nothing_is_recorded(target, operand):
    torch = pytest.importorskip("torch")
    assert unrecorded(minigrad, target, operand) == unrecorded(torch, target, operand)


def test_the_checks_that_others_use():
    target = minigrad.ones(2, 3)
    check_fits(target._array, minigrad.ones(3)._array)
    with pytest.raises(RuntimeError, match=r"output with shape \[2, 3\] doesn't match"):
        check_fits(target._array, minigrad.ones(4, 2, 3)._array)
    with pytest.raises(RuntimeError, match="result type Float can't be cast"):
        check_fits(minigrad.ones(2, dtype=minigrad.int32)._array, minigrad.ones(2)._array)
    check_once(target._array)
    check_once(minigrad.zeros(0, 3)._array)
    with pytest.raises(RuntimeError, match="more than one element"):
        check_once(minigrad.ones(1).expand(2)._array)
    target.add_(0)
    before = target._version
    bump(target)
    assert target._version == before + 1
