"""A tensor's place in the graph, seen from outside."""

import warnings

import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()

GIVEN = {  # on a leaf x of two elements, a constant c, a result y = x * 2
    "flags": "[[t.requires_grad, t.is_leaf, t.output_nr] for t in (x, c, y, y.detach(), x.data)]",
    "grad_fn": "[x.grad_fn, c.grad_fn, y.grad_fn.name(), y.detach().grad_fn]",
    "told_to": "[c.requires_grad_() is c, c.requires_grad, c.is_leaf]",
    "told_not_to": "[x.requires_grad_(False) is x, x.requires_grad, (x * 2).requires_grad]",
    "a_result_told_to": "y.requires_grad_().requires_grad",
    "a_result_told_not_to": "y.requires_grad_(False)",
    "an_integer_told_to": "lib.tensor([1]).requires_grad_()",
    "an_integer_made_to": "lib.tensor([1], requires_grad=True)",
    "set": "[setattr(c, 'requires_grad', True), c.requires_grad]",
    "a_result_set_off": "setattr(y, 'requires_grad', False)",
    "no_gradient_yet": "[x.grad, c.grad]",
    "grad_set": "[setattr(x, 'grad', lib.ones(2)), y.sum().backward(), x.grad]",
    "grad_set_to_none": "[y.sum().backward(), setattr(x, 'grad', None), x.grad]",
    "grad_deleted": "[y.sum().backward(), delattr(x, 'grad'), x.grad]",
    "grad_of_another_shape": "setattr(x, 'grad', lib.ones(3))",
    "grad_that_is_a_number": "setattr(x, 'grad', 3)",
    "grad_of_another_type": "setattr(x, 'grad', lib.ones(2, dtype=lib.float64))",
    "retaining": "[y.retain_grad(), y.retains_grad, (y * 3).sum().backward(), y.grad]",
    "a_leaf_retains_anyway": "[x.retain_grad(), x.retains_grad]",
    "a_constant_cannot_retain": "c.retain_grad()",
    "a_hook_on_a_constant": "c.register_hook(print)",
    "a_post_accumulate_hook_on_a_result": "y.register_post_accumulate_grad_hook(print)",
    "backward": "[y.sum().backward(), x.grad]",
    "backward_with_a_gradient": "[y.backward(lib.tensor([1.0, 5.0])), x.grad]",
    "backward_with_words": "[y.backward(gradient=lib.ones(2), retain_graph=True), x.grad]",
}


def expression(code):
    def run(lib):
        x, c = lib.tensor([1.0, 2.0], requires_grad=True), lib.ones(2)
        names = {"lib": lib, "x": x, "c": c, "y": x * 2}
        words = " You can set the tensor's grad_dtype" if "float64" in code else "\n"
        return first_words(lambda: eval(code, names), words)

    return run


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_history_as_in_torch = both(__name__, case)


def warnings_of(lib, read):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        read(lib, lib.ones(2, requires_grad=True) * 2)
    return [(w.category, str(w.message), w.filename) for w in warned]


def read_twice(lib, y):
    y.grad  # noqa: B018
    y.grad  # noqa: B018


def read_a_retained_one(lib, y):
    y.retain_grad()
    y.grad  # noqa: B018


def read_a_constant(lib, y):
    y.detach().grad  # noqa: B018


@pytest.mark.parametrize(
    "read, times", [(read_twice, 2), (read_a_retained_one, 0), (read_a_constant, 0)]
)
@pytest.mark.parametrize("where", ["minigrad", "torch"])
def test_the_grad_of_a_result_is_warned_of_at_each_access(where, read, times):
    warned = warnings_of(pytest.importorskip(where), read)
    assert len(warned) == times
    for category, words, filename in warned:
        assert category is UserWarning and filename == __file__
        assert words.startswith(
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its "
            ".grad attribute won't be populated during autograd.backward(). If you indeed want "
            "the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the "
            "non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access "
            "the leaf Tensor instead."
        )


def test_a_filled_grad_of_a_result_is_read_in_silence():
    y = minigrad.ones(2, requires_grad=True) * 2
    y.retain_grad()
    y.sum().backward()
    assert y.grad.tolist() == [1.0, 1.0]
