"""What an operation may be called on, and what is said of the rest."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd import record
from minigrad.autograd.node import OPS
from minigrad.autograd.op import Op
from tests.autograd.twins import both, cases, first_words

case = cases()

REFUSED = {
    "shapes": "lib.ones(2) + lib.ones(3)",
    "shapes_of_matrices": "lib.ones(2, 3) * lib.ones(3, 2)",
    "shapes_of_several_dims": "lib.ones(4, 1, 3) - lib.ones(5, 2)",
    "empty_and_two": "lib.zeros(0) * lib.ones(2)",
    "operator_and_word": "lib.ones(2) + 'a'",
    "operator_and_none": "lib.ones(2) * None",
    "operator_and_list": "lib.ones(2) - [1, 2]",
    "word_first": "'a' * lib.ones(2)",
    "function_and_list": "lib.add(lib.ones(2), [1, 2])",
    "function_and_word": "lib.mul('a', lib.ones(2))",
    "function_of_a_number": "lib.exp(3)",
    "function_of_an_array": "lib.sin(np.ones(2))",
    "function_of_an_unknown_argument": "lib.exp(lib.ones(2), foo=3)",
    "matrix_and_number": "lib.mm(lib.ones(2, 2), 2)",
    "none_and_matrix": "lib.mm(None, lib.ones(2, 2))",
    "matrix_and_none": "lib.mm(lib.ones(2, 2), None)",
    "comparison_shapes": "lib.ones(2) > lib.ones(3)",
}
ALLOWED = {
    "number_types": "[lib.ones(2) * n for n in (2, 2.5, True, np.float64(3), np.int32(4))]",
    "numbers_of_numpy_first": "[np.float64(2) + lib.ones(2), np.int64(2) * lib.ones(2)]",
    "integers_and_numbers": "[lib.tensor([3]) * n for n in (2, 2.5, True, np.float64(3))]",
    "bools": "[lib.tensor([True]) + lib.tensor([True]), lib.tensor([True]) * 2.5]",
    "small_integers_wrap": "[lib.tensor([100], dtype=lib.int8) * n for n in (2, 1000, -3)]",
    "unsigned_wrap": "lib.tensor([1], dtype=lib.uint8) + (-3)",
    "a_large_number_compared": "lib.tensor([100], dtype=lib.uint8) > 300",
    "an_overflow": "[lib.ones(2) * 1e300, lib.ones((), dtype=lib.float16) * 1e6]",
    "an_overflow_of_types": (
        "[lib.ones(1) * lib.tensor(1e300, dtype=lib.float64), "
        "lib.ones(1, dtype=lib.float16) + lib.tensor(1e6), "
        "lib.ones(1, dtype=lib.float16) < lib.tensor(1e6), "
        "lib.ones(1, dtype=lib.float16).add_(lib.tensor(1e6))]"
    ),
    "zero_dims_give_way": (
        "[lib.tensor(1) * lib.ones(2, dtype=lib.int8), "
        "lib.tensor(1.5, dtype=lib.float64) * lib.ones(2), "
        "lib.tensor(1.5) * lib.ones(2, dtype=lib.int8)]"
    ),
    "mixed_types": "lib.ones(2) * lib.tensor([1, 2]) + lib.ones(2, dtype=lib.float64)",
    "division": "[lib.tensor([7]) / 2, lib.tensor([7]) / lib.tensor([2]), lib.tensor([1]) / 0]",
    "no_elements": "lib.zeros(0, 3) + lib.ones(3)",
    "no_elements_broadcast": "lib.ones(1, 3) * lib.zeros(0, 1)",
    "a_subclass_of_float": "lib.ones(2) * Own(2.5)",
}


class Own(float):
    pass


def expression(code):
    def run(lib):
        names = {"lib": lib, "np": np, "Own": Own}
        return first_words(lambda: eval(code, names), "\nThe shapes are")

    return run


case.all.update({f"refused_{name}": expression(code) for name, code in REFUSED.items()})
case.all.update({f"allowed_{name}": expression(code) for name, code in ALLOWED.items()})

test_arguments_as_in_torch = both(__name__, case)


def row(input, dim=0, index=0):
    return input


row.__annotations__ = {"input": "Array", "dim": "int", "index": "int"}
ROW = Op(row, "", {})


def test_numpy_computes_where_an_array_stands_on_the_right_of_a_tensor():
    out = minigrad.ones(2) + np.ones(2)
    assert minigrad.is_tensor(out) and out.dtype is minigrad.float64
    with pytest.raises(TypeError):
        np.ones(2) * minigrad.ones(2)


def test_shapes_are_named():
    with pytest.raises(RuntimeError, match=r"The shapes are \[2, 3\] and \[4\] \(mul\)"):
        minigrad.ones(2, 3) * minigrad.ones(4)
    with pytest.raises(RuntimeError, match=r"The shapes are \[2\] and \[3\] \(add\)"):
        minigrad.ones(2).add_(minigrad.ones(3))


def test_arguments_are_sorted_by_name():
    op, x = ROW, minigrad.ones(2)
    assert record.split_arguments(op, (x, 0, 1), {}) == ([x], {"dim": 0, "index": 1})
    assert record.split_arguments(op, (x,), {"dim": 0}) == ((x,), {"dim": 0})
    assert record.split_arguments(op, (), {"input": x}) == ([x], {})
    with pytest.raises(TypeError, match=r"row\(\) takes 3 positional arguments but 4"):
        record.split_arguments(op, (x, 0, 1, 2), {})
    with pytest.raises(TypeError, match='missing 1 required positional arguments: "input"'):
        record.split_arguments(op, (), {"dim": 0})


def test_operands_meet_in_one_type():
    small, large = np.ones(2, np.float32), np.ones(2)
    op = OPS["mul"].op
    (a, b), input_dtypes = record.converted(op, (small, large))
    assert a.dtype == b.dtype == np.float64 and input_dtypes == [np.float32, np.float64]
    assert record.converted(op, (small, 2.0)) == ((small, 2.0), None)
    assert record.converted(ROW, (small,)) == ((small,), None)
    (a, b), input_dtypes = record.converted(OPS["_div"].op, (np.ones(2, np.int64), 2))
    assert a.dtype == np.float32 and input_dtypes == [np.int64, np.float32]


def test_a_mask_does_not_meet_the_operands():
    single, double, mask = np.ones(2, np.float32), np.ones(2), np.array([True, False])
    op = minigrad.where(minigrad.tensor(mask), minigrad.ones(2, requires_grad=True), 0.0).grad_fn.op
    (condition, a, b), input_dtypes = record.converted(op, (mask, single, double))
    assert condition is mask
    assert a.dtype == b.dtype == np.float64
    assert input_dtypes == [np.float32, np.float64]
    op = minigrad.stack([minigrad.ones(2, requires_grad=True)]).grad_fn.op  # of any number
    met, input_dtypes = record.converted(op, (single, double, np.arange(2)))
    assert [x.dtype for x in met] == [np.float64] * 3
    assert input_dtypes == [np.float32, np.float64, np.int64]


def test_errors_that_are_not_about_shapes_stay():
    error = ValueError("of its own")
    assert record.explained(OPS["mul"].op, [np.ones(2), np.ones(2)], error) is error


def test_numbers_become_python_s_own_or_a_tensor():
    given = [np.float64(2.5), np.int8(3), Own(1.5), 4, np.bool_(True)]
    assert [type(record.as_number(n)) for n in given] == [float, int, float, int, float]
    assert record.as_number(True).dtype is minigrad.bool
