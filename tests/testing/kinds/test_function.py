import warnings

import numpy as np
import pytest

import minigrad
from minigrad.testing.bank import layout
from minigrad.testing.kinds import Function
from minigrad.testing.mistakes import Mistake
from minigrad.testing.observed import parted

SQUARE = Function(
    "square",
    "x², for numbers and arrays",
    reference=lambda x: x**2,
    draws=(lambda rng: (rng.normal(),), lambda rng: (rng.normal(size=(2, 3)),)),
    mistakes=(Mistake(lambda x: 2 * x, "That is its slope."),),
)

# The rule of a product y = x · w, in which w was broadcast: the gradients of both.
PRODUCT = Function(
    "product",
    "the gradients of x * w for x and w",
    reference=lambda g, x, w: (g * w, np.sum(g * x, 0)),
    draws=(lambda rng: (rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.normal(size=3)),),
    parts=("∂x", "∂w"),
    mistakes=(Mistake(lambda g, x, w: (w, np.sum(x, 0)), "The upstream gradient is ignored."),),
)

WALK = Function(
    "walk",
    "names",
    reference=lambda n: ["Mul"] * n + ["Leaf"],
    draws=(lambda rng: (int(rng.integers(2, 5)),),),
    mistakes=(Mistake(lambda n: ["Mul"] * n, "The leaf is missing."),),
)


def said(question, answer, **options):
    verdict = question.judge(answer, **options)
    return verdict, " ".join(verdict.message.split())


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: x**2,
        lambda number: number * number,
        lambda x: minigrad.tensor(x) ** 2,
        lambda x: minigrad.tensor(x, requires_grad=True) ** 2,
        lambda x: np.square(x).tolist(),
        lambda x, power=2: x**power,
        np.square,
    ],
)
def test_right_written_differently(answer):
    assert SQUARE.judge(answer).message == "✓ square: right, on 6 random inputs."


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x: 2 * x, "That is its slope."),
        (lambda x: -(x**2), "exactly −1 ×"),
        (lambda x: x, "Yours is `x` itself"),
        (lambda x: np.sum(x**2), "I do not recognise this mistake"),
        (lambda x: x**2 + 1e-4 * np.sign(x), "off by up to"),
        (3, "should be a function, but it is a number. Hand over the function itself, without"),
        (lambda x: "a", "it is the text 'a': a number has no quotes"),
        (lambda x: undefined, "no `undefined` there"),  # noqa: F821
        (lambda: 3, "called as `<lambda>(x)`"),
    ],
)
def test_wrong(answer, words):
    verdict, message = said(SQUARE, answer)
    assert verdict.score == 0.0 and verdict.state == "not yet"
    assert words in message


def test_no_return():
    def square(x):
        result = x**2  # noqa: F841

    found = said(SQUARE, square)[1]
    assert "does it end in a `return`? Printing shows a result" in found


def test_a_mistake_on_an_early_input_is_told_before_an_error_on_a_later_one():
    def square(x):
        return -(x**2) if np.ndim(x) == 0 else undefined  # noqa: F821

    assert "look at the sign" in said(SQUARE, square)[1]


def test_the_smallest_failing_input_is_shown_with_both_results():
    _, message = said(SQUARE, lambda x: x**2 if np.ndim(x) else x + 1)
    assert "given x = " in message and "[" not in message.split("yours")[0]
    assert "wanted" in message


def test_each_part_is_judged_for_itself():
    verdict, message = said(PRODUCT, lambda g, x, w: (g * w, g * x))
    assert verdict.score == 0.5
    assert "∂w: Yours still has the broadcast shape" in message
    assert "∂x: " not in message
    verdict, message = said(PRODUCT, lambda g, x, w: (w, np.sum(x, 0)))
    assert verdict.score == 0.0
    assert "∂x and ∂w: The upstream gradient is ignored." in message


def test_parts_exchanged():
    square = Function(
        "parts", "two", lambda x, y: (2 * x, 3 * y), (lambda rng: tuple(rng.normal(size=2)),),
        parts=("∂x", "∂y"),
    )  # fmt: skip
    assert "swapped: ∂x comes first" in said(square, lambda x, y: (3 * y, 2 * x))[1]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (lambda g, x, w: (g, None), "There is None in it"),
        (lambda g, x, w: (g, x, w), "2 values are wanted: ∂x, ∂w, in this order; yours has 3"),
        (lambda g, x, w: g * w, "yours is an array of shape (4, 3)"),
        (lambda g, x, w: {}, "This is a dictionary"),
    ],
)
def test_parts_of_another_form(value, words):
    assert words in said(PRODUCT, value)[1]


def test_the_first_sentence_of_a_warning_is_told():
    def warn(x):
        warnings.warn("Mind the gap. There is more.", stacklevel=1)
        return x

    assert "warned Mind the gap Yours is `x` itself" in said(SQUARE, warn)[1]


def test_names():
    assert WALK.judge(lambda n: ["Mul"] * n + ["Leaf"]).ok
    assert "The leaf is missing." in said(WALK, lambda n: ["Mul"] * n)[1]
    assert "opposite order" in said(WALK, lambda n: ["Leaf"] + ["Mul"] * n)[1]
    assert "Entry 1 should be a name in quotes" in said(WALK, lambda n: [1])[1]


def test_an_answer_that_writes_into_its_inputs_cannot_spoil_the_reference():
    def square(x):
        if np.ndim(x):
            x *= 0
            return x
        return x**2

    assert not SQUARE.judge(square).ok


def test_other_inputs():
    assert SQUARE.judge(lambda x: 9.0, lambda rng: (3.0,)).ok


def test_a_question_may_look_for_fewer_general_mistakes():
    count = Function("n", "a number", lambda n: n, (lambda rng: (4,),), guesses=(layout,))
    assert "exactly twice" not in said(count, lambda n: 2 * n)[1]


def test_arguments_may_be_shown_in_words():
    shown = Function(
        "n", "", lambda n: n, (lambda rng: (4,),), show=lambda n: f"{n} of them", guesses=()
    )
    assert "given 4 of them yours 8" in said(shown, lambda n: 2 * n)[1]


def test_dots_in_it():
    def faded(x):
        half = ...
        return half * x

    assert SQUARE.judge(faded).state == "not attempted yet"
    assert SQUARE.judge(lambda x: [...]).state == "not attempted yet"


# ------------------------------------------------------------- what it does, and what it keeps


def leaf(rng, *shape):
    return minigrad.tensor(rng.normal(size=shape), requires_grad=True)


BACKWARD = Function(
    "backward",
    "a function that leaves gradients on w and b",
    reference=lambda w, b: (w * b).sum().backward(),
    draws=(lambda rng: (leaf(rng, 2, 3), leaf(rng, 3)),),
    parts=("w.grad", "b.grad"),
    observe=lambda w, b: lambda result: (w.grad, b.grad),
    mistakes=(Mistake(lambda w, b: (w + b).sum().backward(), "Is it a sum?"),),
)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda w, b: (b * w).sum().backward() or "anything", "right"),
        (lambda w, b: (w + b).sum().backward(), "w.grad and b.grad: Is it a sum?"),
        (lambda w, b: (w * b * 2).sum().backward(), "exactly twice"),
        (lambda w, b: (w.detach() * b).sum().backward(), "although backward() has run"),
        (lambda w, b: w * b, "There is None in it"),
    ],
)
def test_what_a_function_does_is_observed(answer, words):
    verdict, message = said(BACKWARD, answer)
    assert verdict.ok == (words == "right") and words in message


TWO = Function(
    "two",
    "two numbers, and what was done",
    reference=lambda w: (1.0, 2.0),
    draws=(lambda rng: (rng.uniform(2, 3),),),
    parts=("one", "other", "done"),
    observe=lambda w: lambda result: (*parted(result, "one", "other"), "all"),
)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda w: (1.0, 2.0), "right"),
        (lambda w: 1.0, "yours a number 2 values are wanted: one, other, in this order"),
        (lambda w: (1.0, "2"), "yours a number, the text '2' other: This should be a number"),
    ],
)
def test_what_is_returned_in_another_form_is_shown_as_it_came(answer, words):
    assert words in said(TWO, answer)[1]


def update(model, optimizer):
    before = list(model.parameters())

    def look(result):
        after = list(model.parameters())
        return all(p is q for p, q in zip(before, after)), after[0].detach()

    return look


def model_and_optimizer(rng):
    model = minigrad.nn.Linear(3, 2)
    optimizer = minigrad.optim.SGD(model.parameters(), lr=0.1)
    model(minigrad.tensor(rng.normal(size=(4, 3)), dtype=minigrad.float32)).sum().backward()
    return model, optimizer


STEP = Function(
    "step",
    "a function that makes one step",
    reference=lambda model, optimizer: optimizer.step(),
    draws=(model_and_optimizer,),
    parts=("the same parameters", "weight"),
    observe=update,
)


def by_hand(model, optimizer):
    with minigrad.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad


def by_rebinding(model, optimizer):
    model.weight = minigrad.nn.Parameter(model.weight - 0.1 * model.weight.grad)


def test_models_are_drawn_alike_and_watched_by_identity():
    assert STEP.judge(lambda model, optimizer: optimizer.step()).ok
    assert STEP.judge(by_hand).ok
    verdict, message = said(STEP, by_rebinding)
    assert verdict.score == 0.5
    assert "the same parameters = False" in message


KEEPS = Function("keeps", "", lambda n: n, (lambda rng: (int(rng.integers(9)),),), again=True)


def test_a_result_is_copied_before_the_next_call():
    box = np.zeros(())

    def square(x):
        return np.multiply(x, x, out=box) if np.ndim(x) == 0 else x**2

    assert SQUARE.judge(square).ok


def test_what_is_kept_shows_in_a_second_call():
    assert KEEPS.judge(lambda n: n).ok
    once = []

    def first_time(n):
        once.append(n)
        return n if len(once) <= KEEPS.trials else n + 1

    assert "Called again with the same arguments" in said(KEEPS, first_time)[1]


def test_a_count_is_an_exact_integer():
    assert KEEPS.judge(lambda n: float(n)).ok
    assert KEEPS.judge(lambda n: minigrad.tensor(n)).ok
    assert not KEEPS.judge(lambda n: n + 1e-9).ok
    assert "a count, but it is True" in said(KEEPS, lambda n: True)[1]


def test_the_reference_has_arguments_of_its_own():
    question = Function("sum", "", lambda x: x.sum(), (lambda rng: (leaf(rng, 3),),))

    def spoil(x):
        with minigrad.no_grad():
            x.zero_()
        return x.sum()

    assert not question.judge(spoil).ok


def test_an_argument_that_is_not_used_is_told_and_not_where_it_is():
    assert "Your function does not use `x`." in said(SQUARE, lambda x: 2.5)[1]
    assert "does not use" not in said(SQUARE, lambda x: 0 * x)[1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda g, x, w: (leaf(np.random.default_rng(0), 2).grad,) * 2, "until backward() has run"),
        (
            lambda g, x, w: (lambda v: ((v * 2).sum().backward(), (v * 2).grad))(leaf(RNG, 2))[
                ::-1
            ],
            "this tensor is no leaf",
        ),
        (
            lambda g, x, w: (lambda v, u: ((v * u).sum().backward(), u.grad))(
                leaf(RNG, 2), minigrad.tensor([1.0, 2.0])
            ),
            "Does that tensor have requires_grad=True",
        ),
    ],
)
def test_why_a_gradient_is_none(answer, words):
    assert words in said(PRODUCT, answer)[1]


RNG = np.random.default_rng(0)
