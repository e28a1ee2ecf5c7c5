from minigrad.course.x2.values import Value
from minigrad.testing.registry import find


def test_the_numbers_of_the_hints():
    w, x = Value(3.0), Value(2.0)
    made = find("x2-error").reference(w, x, Value(5.0))
    assert made.data == 1.0 and tuple(made.slopes) == (4.0, 6.0, -2.0)


def fixed(w, x, target, by_w, by_target):
    error = w.data * x.data - target.data
    return Value(error**2, (w, x, target), (by_w(error), 2 * error * w.data, by_target(error)))


def test_the_operation_as_it_was_earns_nothing_and_each_repaired_slope_half():
    def answer(by_w, by_target):
        return lambda w, x, t: fixed(w, x, t, lambda e: by_w(e, w, x), by_target)

    judge = find("x2-error").judge
    assert judge(answer(lambda e, w, x: 2 * e * w.data, lambda e: 2 * e)).score == 0.0
    assert judge(answer(lambda e, w, x: 2 * e * x.data, lambda e: 2 * e)).score == 0.5
    assert judge(answer(lambda e, w, x: 2 * e * w.data, lambda e: -2 * e)).score == 0.5
    assert judge(answer(lambda e, w, x: 2 * e * x.data, lambda e: -2 * e)).score == 1.0
