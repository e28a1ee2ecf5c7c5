import pytest

import minigrad as torch
from minigrad.autograd import Function
from minigrad.autograd.function import once_differentiable
from minigrad.testing.draws import leaf, plain
from minigrad.testing.kinds import Operation
from minigrad.testing.kinds.operation import Halves
from minigrad.testing.mistakes import Mistake


def saved(ctx, x, power):
    ctx.save_for_backward(x)
    ctx.power = power
    return x**power


def slope(ctx, g):
    (x,) = ctx.saved_tensors
    return g * ctx.power * x ** (ctx.power - 1), None


def without_what_arrives(ctx, g):
    (x,) = ctx.saved_tensors
    return ctx.power * x ** (ctx.power - 1), None


QUESTION = Operation(
    "power",
    ask="a Function: x to the power of a whole number",
    reference=Halves.of(saved, slope),
    draws=(lambda rng: (leaf(rng, 3), 2, plain(rng, 3)), lambda rng: (leaf(rng), 3, plain(rng))),
    parts=("the result", "the gradient of x"),
    mistakes=(Mistake(Halves.of(saved, without_what_arrives), "What arrives is not used."),),
)


def made(forward=saved, backward=slope):
    return Halves.of(forward, backward).operation


def told(answer):
    verdict = QUESTION.judge(answer)
    return " ".join(verdict.message.split())


class Power(Function):
    @staticmethod
    def forward(x, power):
        return x**power

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.power = inputs
        ctx.save_for_backward(x)

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return slope(ctx, g)


def more_of_nothing(ctx, g):
    return *slope(ctx, g), None


@pytest.mark.parametrize(
    "answer",
    [made(), made().apply, Halves(made()), Power, Power.apply, made(saved, more_of_nothing)],
)
def test_right_answers_of_every_form(answer):
    assert told(answer) == "✓ power: right, on 6 random inputs."


def test_the_class_is_named_after_its_arguments_with_or_without_a_ctx():
    assert Operation.names(QUESTION) == ["x", "power", "g"]
    assert str(Halves(Power).__signature__) == "(x, power, g)"


def kept_as_attribute(ctx, x, power):
    ctx.x = x
    return saved(ctx, x, power)


def kept_in_a_list(ctx, x, power):
    result = saved(ctx, x, power)
    ctx.both = [x, result]
    return result


def intermediate(ctx, x, power):
    ctx.square = x * x
    return saved(ctx, x, power)


def test_tensors_of_the_call_belong_into_save_for_backward():
    for forward in (kept_as_attribute, kept_in_a_list):
        assert "is kept as an attribute of ctx" in told(made(forward))
        assert QUESTION.judge(made(forward)).score == 0.5
    assert QUESTION.judge(made(intermediate)).ok


class Nothing(Function):
    """Neither half is there."""


class Half(Function):
    @staticmethod
    def forward(ctx, x, power):
        return saved(ctx, x, power)

    @staticmethod
    def backward(ctx, g): ...


@pytest.mark.parametrize(
    "answer",
    [
        Nothing,
        Half,
        made(lambda ctx, x, power: ...),
        made(saved, lambda ctx, g: ...),
        made(saved, lambda ctx, g: (..., None)),
        made(saved, lambda ctx, g: (g * ..., None)),
    ],
)
def test_what_is_not_filled_in_is_no_attempt(answer):
    assert "not attempted yet" in told(answer)


def unpacked_not_at_all(ctx, g):
    x = ctx.saved_tensors
    return g * 2 * x, None


def no_return(ctx, g):
    slope(ctx, g)


def nothing_returned(ctx, x, power):
    saved(ctx, x, power)


def into_save_for_backward(ctx, x, power):
    ctx.save_for_backward(x, power)
    return x**power


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (made(saved, without_what_arrives), "What arrives is not used. Your function does not use"),
        (made(saved, no_return), "backward gives None: does it end in a `return`?"),
        (made(nothing_returned), "It gives None: does it end in a `return`?"),
        (made(lambda ctx, x, power: 3.0), "a tensor of floating point. Yours is a number."),
        (made(lambda ctx, x, power: x > 0), "Yours is a tensor of shape (3,) without a gradient."),
        (made(saved, lambda ctx, g: slope(ctx, g)[0]), "Yours gives 1. Say None for power: no"),
        (made(saved, lambda ctx, g: (g, None, g)), "(x, power), in that order. Yours gives 3."),
        (made(saved, lambda ctx, g: [g, None]), "backward gives a list."),
        (made(saved, lambda ctx, g: (g, 0.0)), "`power` is no tensor and can have no gradient"),
        (made(saved, lambda ctx, g: (2.0, None)), "The gradient of `x` should be a tensor."),
        (made(saved, unpacked_not_at_all), "`(x,) = ctx.saved_tensors` takes"),
        (made(into_save_for_backward), "A number or a shape is kept as an attribute"),
        (made(lambda x, power: x**power), "called as `forward(ctx, x, power)` and `backward(ctx"),
        (
            made(saved, lambda ctx, g: (g, None)),
            "the gradient of x: Yours is `g` itself, unchanged.",
        ),
        (lambda x, power: x**power, "a subclass of torch.autograd.Function. This is a function."),
        (torch.exp, "Hand over the class itself"),
        (made, "Hand over the class itself"),
    ],
)
def test_what_is_wrong_is_told(answer, words):
    assert words in told(answer)
    assert not QUESTION.judge(answer).ok


def test_the_line_that_stopped_is_the_learners():
    assert "line" in told(made(saved, unpacked_not_at_all))
    assert "return g * 2 * x, None" in told(made(saved, unpacked_not_at_all))


def test_ctx_may_stay_unused_and_g_may_not():
    message = told(made(saved, lambda ctx, g: (g, None)))
    assert "does not use" not in message
    assert "does not use `g`" in told(made(saved, without_what_arrives))
