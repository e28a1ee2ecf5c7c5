import math
import warnings

import pytest

pytest.importorskip("anywidget")

from minigrad.widgets.typed import Unreadable, read


@pytest.mark.parametrize(
    "text, value",
    [
        ("8", 8),
        (" 8. ", 8.0),
        ("-0.5", -0.5),
        ("−2", -2),
        ("+3", 3),
        ("1/2", 0.5),
        ("2**0.5", math.sqrt(2)),
        ("2 * 3 + 0.5", 6.5),
        ("1e-3", 0.001),
        ("[1, 2]", [1, 2]),
        ("1, 2", [1, 2]),
        ("(5,4)", [5, 4]),
        ("[[1, 2], [3, -4.5]]", [[1, 2], [3, -4.5]]),
        ("tensor([8., -2.], requires_grad=True)", [8.0, -2.0]),
        ("torch.tensor(8.)", 8.0),
        ("torch.Size([5, 4])", [5, 4]),
        ("None", None),
        ("none", None),
        ("TRUE", True),
        ("False", False),
        ("inf", math.inf),
        ("MulBackward0", "MulBackward0"),
        ("torch.float32", "float32"),
        ("'a word'", "a word"),
    ],
)
def test_what_learners_type_is_read(text, value):
    found = read(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "There is nothing yet. Write a number"),
        ("   ", "There is nothing yet"),
        ("3,5", r"3,5 may be one number or two: write 3\.5 or \[3, 5\]"),
        ("x+1", "x is no number"),
        ("2^3", r"the signs are \+ - \* / and, for a power, \*\*"),
        ("1/0", "it divides by zero"),
        ("9**9**9", "that number is too large"),
        ("(-8)**0.5", "it is not a real number"),
        ("[[1, 2], [3]]", "its rows are not equally long"),
        ("sqrt(2)", "functions are not run here"),
        ("__import__('os').system('true')", "functions are not run here"),
        ("1 if 2 else 3", "it is not a value"),
        ("3j", "it is not a value"),
        ("two words", "two words cannot be read. Write"),
        ("1if", "1if cannot be read"),
        ("1\x002", "cannot be read"),
        ("(" * 300, r"\({40}… cannot be read"),
        ("1" * 1001, "That is 1001 characters long"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_can(text, message):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Unreadable, match=message):
            read(text)


def test_nothing_is_run():
    with pytest.raises(Unreadable):
        read("[i for i in range(10**9)]")
