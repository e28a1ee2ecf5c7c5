import pytest

import minigrad as torch
from minigrad.testing.registry import find


def judged(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


def own(forward, backward):
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Own", (torch.autograd.Function,), methods)


def keep(compute):
    """A forward that saves its tensors, and keeps all else."""

    def forward(ctx, *args):
        ctx.save_for_backward(*(x for x in args if torch.is_tensor(x)))
        ctx.rest = [x for x in args if not torch.is_tensor(x)]
        return compute(*args)

    return forward


def careful(ctx, g):
    a, b = ctx.saved_tensors
    return (g * b).sum_to_size(a.shape), (g * a).sum_to_size(b.shape)


def as_numpy_does(ctx, g):
    found = []
    for x, grad in zip(ctx.saved_tensors, [g * x for x in ctx.saved_tensors[::-1]], strict=True):
        while grad.dim() > x.dim():
            grad = grad.sum(0)
        for d, size in enumerate(x.shape):
            grad = grad.sum(d, keepdim=True) if size == 1 and grad.shape[d] > 1 else grad
        found.append(grad)
    return tuple(found)


def by_hand(rule):
    return lambda ctx, g: rule(g, *ctx.saved_tensors)


@pytest.mark.parametrize(
    ("backward", "words"),
    [
        (careful, "right"),
        (as_numpy_does, "right"),
        (
            by_hand(lambda g, a, b: (g * b, g * a)),
            "a and the gradient of b: It still has the shape",
        ),
        (by_hand(lambda g, a, b: (careful_of(g, a, b)[0], g * a)), "of b: It still has the shape"),
        (by_hand(lambda g, a, b: (b, a)), "That would be right if ones arrived"),
        (by_hand(lambda g, a, b: careful_of(torch.ones_like(g), a, b)), "if ones arrived"),
        (by_hand(lambda g, a, b: careful_of(g, a, b)[::-1]), "not yet"),
        (by_hand(lambda g, a, b: (g * a, g * b)), "is the other one, not itself. And the sum"),
        (by_hand(lambda g, a, b: careful_of(g, a, b)[0]), "one gradient for each argument"),
        (by_hand(lambda g, a, b: (careful_of(g, a, b)[0], ...)), "not attempted yet"),
    ],
)
def test_product(backward, words):
    ok, message = judged("product", own(keep(lambda a, b: a * b), backward))
    assert ok == (words == "right")
    assert words in message


def careful_of(g, a, b):
    return (g * b).sum_to_size(a.shape), (g * a).sum_to_size(b.shape)


def stable(x):
    return x.relu() + (1 + (-x.abs()).exp()).log()


def with_result(ctx, x):
    result = stable(x)
    ctx.save_for_backward(result)
    return result


def on_ctx(ctx, x):
    ctx.x = x
    return stable(x)


SIGMOID = by_hand(lambda g, x: g * x.sigmoid())


@pytest.mark.parametrize(
    ("forward", "backward", "words"),
    [
        (keep(stable), SIGMOID, "right"),
        (keep(lambda x: torch.where(x > 30, x, (1 + x.exp()).log())), SIGMOID, "right"),
        (keep(lambda x: torch.stack((x, 0 * x)).logsumexp(0)), SIGMOID, "right"),
        (with_result, by_hand(lambda g, y: g * (1 - (-y).exp())), "right"),
        (keep(stable), by_hand(lambda g, x: g / (1 + (-x).exp())), "right"),
        (keep(lambda x: (1 + x.exp()).log()), SIGMOID, "more than a number can be"),
        (keep(stable), by_hand(lambda g, x: g * x.exp() / (1 + x.exp())), "it is inf / inf"),
        (keep(lambda x: x.relu() + (1 + (x - x.relu()).exp()).log()), SIGMOID, "subtracted from"),
        (keep(stable), by_hand(lambda g, x: x.sigmoid()), "That would be right if ones arrived"),
        (keep(stable), by_hand(lambda g, x: g * (x > 0)), "the slope of relu"),
        (with_result, SIGMOID, "This is the slope at the result"),
        (on_ctx, lambda ctx, g: g * ctx.x.sigmoid(), "kept as an attribute of ctx"),
    ],
)
def test_softplus(forward, backward, words):
    ok, message = judged("softplus", own(forward, backward))
    assert ok == (words == "right")
    assert words in message


def largest(ctx, x):
    result = x.max()
    ctx.save_for_backward(x, result)
    return result


def first_of_all(g, x, result):
    place = int(x.argmax())
    grad = torch.zeros(x.numel(), dtype=x.dtype)
    grad[place] = g
    return grad.view(x.shape)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (lambda g, x, y: g * (x == y) / (x == y).sum(), "right"),
        (lambda g, x, y: torch.where(x == y, g / (x == y).sum(), 0.0), "right"),
        (lambda g, x, y: g * (x == y), "more than has arrived"),
        (lambda g, x, y: g * (x == y) / x.numel(), "How many share?"),
        (first_of_all, "The first gets everything"),
        (lambda g, x, y: (x == y) / (x == y).sum(), "That would be right if ones arrived"),
    ],
)
def test_largest(rule, words):
    ok, message = judged("largest", own(largest, by_hand(rule)))
    assert ok == (words == "right")
    assert words in message


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (lambda g: g.sum(1), "right"),
        (lambda g: g.sum(dim=-1), "right"),
        (lambda g: g, "It has the shape of the result"),
        (lambda g: g.sum(0), "summed down the columns"),
        (lambda g: g.sum(1, keepdim=True), "b has one dimension"),
        (lambda g: g.sum(), "Each row has a number of its own"),
        (lambda g: g.mean(1), "Summed, not averaged"),
    ],
)
def test_bias(rule, words):
    operation = own(lambda ctx, x, b: x + b[:, None], lambda ctx, g: (g, rule(g)))
    ok, message = judged("bias", operation)
    assert ok == (words == "right")
    assert words in message


def cut(x, low, high):
    return x.clamp(low, high)


def masked(mask, more=(None, None)):
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return (g * mask(x, *ctx.rest), *more)

    return backward


def borders_saved(ctx, x, low, high):
    ctx.save_for_backward(x, low, high)
    return cut(x, low, high)


def result_saved(ctx, x, low, high):
    result = cut(x, low, high)
    ctx.save_for_backward(result)
    ctx.rest = low, high
    return result


def inside(x, low, high):
    return (x >= low) & (x <= high)


@pytest.mark.parametrize(
    ("forward", "backward", "words"),
    [
        (keep(cut), masked(inside), "right"),
        (keep(cut), masked(lambda x, low, high: x == cut(x, low, high)), "right"),
        (keep(cut), masked(inside, ()), "Say None for low and high"),
        (keep(cut), masked(inside, (None,)), "Say None for low and high"),
        (keep(cut), masked(inside, (0.0, 0.0)), "`low` is no tensor"),
        (keep(cut), masked(lambda x, low, high: (x > low) & (x < high)), "at the borders"),
        (keep(cut), masked(lambda x, low, high: x <= high), "below low, too"),
        (keep(cut), masked(lambda x, low, high: x >= low), "above high, too"),
        (result_saved, masked(inside), "Save the input"),
        (result_saved, masked(lambda y, low, high: (y > low) & (y < high)), "at the borders"),
        (keep(cut), lambda ctx, g: (1.0 * inside(*ctx.saved_tensors, *ctx.rest), None, None),
         "if ones arrived"),
        (keep(lambda x, low, high: x * inside(x, low, high)), masked(inside), "becomes 0"),
        (keep(lambda x, low, high: x.clamp(min=low)), masked(inside), "Nothing is cut off above"),
        (borders_saved, masked(inside), "A number or a shape is kept as an attribute: `ctx.low ="),
    ],
)  # fmt: skip
def test_clamp(forward, backward, words):
    ok, message = judged("clamp", own(forward, backward))
    assert ok == (words == "right")
    assert words in message


@pytest.mark.parametrize("name", ["product", "softplus", "largest", "bias", "clamp"])
def test_references_pass_gradcheck_away_from_kinks_and_ties(name):
    question = find(name)
    *args, _ = question.args(1 if name in ("clamp", "largest") else 0, None)
    assert torch.autograd.gradcheck(question.reference.operation.apply, args)


def test_a_half_names_its_arguments_in_reports():
    assert find("clamp").names() == ["x", "low", "high", "g"]
