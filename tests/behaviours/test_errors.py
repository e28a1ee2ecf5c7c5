"""What minigrad adds to torch's messages: on a line of its own, and something to do."""

import pytest

from tests.behaviours.table import table
from tests.nn.twins import library

# By the row that raises: words that help.
ADDED = {
    "optimizing_a_result": "tensor.detach().requires_grad_()",
    "optimizing_nothing": "Does the model have parameters",
    "optimizing_one_tensor": "Put it into a list",
    "retain_grad_without_a_graph": "Nothing that it was computed from requires grad",
    "an_update_that_rebinds_without_a_graph": "the graph was cut on the way",
    "backward_twice": "compute it anew in each round, or detach() it",
    "backward_from_many": "This one has shape [3]: reduce it first",
    "backward_after_item": "by no_grad, detach(), item(), NumPy",
    "a_gradient_of_something_unused": "a tensor that was later given the same name",
    "integers_that_require_a_gradient": "write 1.0 for 1, or give dtype=minigrad.float32",
    "integers_told_to_require_a_gradient": "x.float() makes one that can",
    "integer_parameters": ".float() it",
    "writing_into_a_leaf": "write inside `with minigrad.no_grad():`",
    "writing_into_an_element_of_a_leaf": "write inside `with minigrad.no_grad():`",
    "a_result_that_was_saved": "Compute out of place",
    "numpy_of_a_parameter": "the graph would end here",
    "copying_a_result": "x.detach().clone()",
    "shapes_that_do_not_broadcast": "The shapes are [2, 3] and [2]",
    "matrices_that_do_not_fit": "3 is not 2",
    "a_product_of_two_types": "x.float() or model.double()",
    "the_truth_of_many": "x.any(), x.all(), or x is None",
    "the_item_of_many": "x.tolist()",
    "classes_as_floats": ".long() makes them that",
    "a_class_that_is_not_there": "The input has 3 scores",
    "a_list_of_tensors": "minigrad.stack",
    "a_module_without_its_start": "super().__init__()",
}


@pytest.mark.parametrize("name", ADDED)
def test_the_message_helps_on_a_line_of_its_own(name):
    with pytest.raises((AttributeError, IndexError, RuntimeError, TypeError, ValueError)) as caught:
        table()[f"errors.{name}"].run(library("minigrad"))
    first, _, added = str(caught.value).partition("\n")
    assert ADDED[name] in added and ADDED[name] not in first
