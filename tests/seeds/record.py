"""What a run left behind, as plain data that two libraries can be compared by."""

import re

import numpy as np

from tests.seeds.dot import structure

# Names of the library and addresses of objects are all that may differ in printed text.
ADDRESS = re.compile(r"0x[0-9a-f]+")
LIBRARY = re.compile(r"\bminigrad\.")
# Torch's warnings end in places of its own source: where it is discussed, what raised them.
SOURCE_PLACE = re.compile(r"( See github\.com/\S+ for more.*?)?( \(Triggered internally at .*\))?$")


def record(outcome):
    """An outcome of `library.run` as JSON data: lines, warnings, error, values."""
    return {
        "printed": normal(outcome.printed).splitlines(),
        "warned": [message(w.category, w.message) for w in outcome.warned],
        "raised": [message(type(error), error) for error in outcome.raised],
        "values": {name: described(value) for name, value in outcome.returned.items()},
    }


def normal(text):
    """The text with the library called torch and every address the same."""
    return LIBRARY.sub("torch.", ADDRESS.sub("0x", text))


def message(category, error):
    """Type and words of a warning or an error."""
    return [category.__name__, SOURCE_PLACE.sub("", normal(str(error)))]


def described(value):
    """A returned value as plain data."""
    if hasattr(value, "grad_fn"):
        return described_tensor(value)
    if hasattr(value, "get_axes"):
        return [described_axes(axes) for axes in value.get_axes()]
    if hasattr(value, "body"):
        return structure(value)
    return described_array(value) if isinstance(value, np.ndarray) else value


def described_tensor(tensor):
    """Numbers of a tensor and of its gradient, and all it says of itself."""
    node = tensor.grad_fn
    return {
        "dtype": normal(str(tensor.dtype)),
        "shape": list(tensor.shape),
        "requires_grad": tensor.requires_grad,
        "is_leaf": tensor.is_leaf,
        "grad_fn": node and type(node).__name__,
        "numbers": tensor.tolist(),
        "grad": tensor.grad.tolist() if tensor.is_leaf and tensor.grad is not None else None,
    }


def described_array(array):
    """Numbers, shape and dtype of a NumPy array."""
    return {"dtype": str(array.dtype), "shape": list(array.shape), "numbers": array.tolist()}


def described_axes(axes):
    """What is drawn in one pair of axes: points, lines, words."""
    return {
        "points": [scatter.get_offsets().tolist() for scatter in axes.collections],
        "lines": [
            {
                "xy": line.get_xydata().tolist(),
                "colour": line.get_color(),
                "style": line.get_linestyle(),
            }
            for line in axes.lines
        ],
        "words": [axes.get_title(), axes.get_xlabel(), axes.get_ylabel()],
        "legend": [text.get_text() for text in axes.get_legend().get_texts()],
    }


def assert_same(got, expected):
    """Text line by line; numbers to float32's rounding; errors may add to torch's words."""
    assert_same_messages(got["raised"], expected["raised"])
    assert_same_messages(got["warned"], expected["warned"])
    assert got["printed"] == expected["printed"]
    assert_same_values(got["values"], expected["values"])


def assert_same_messages(got, expected):
    """Same types in the same order, each opening with the words expected."""
    assert len(got) == len(expected), f"got {got}, expected {expected}"
    pairs = zip(got, expected, strict=True)
    assert [[kind, words[: len(other)]] for (kind, words), (_, other) in pairs] == expected


def assert_same_values(got, expected, path="returned"):
    """Nested plain data alike, lists of numbers within a few roundings of float32."""
    if isinstance(expected, dict):
        assert got.keys() == expected.keys(), path
        for key in expected:
            assert_same_values(got[key], expected[key], f"{path}.{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        assert len(got) == len(expected), path
        for i, each in enumerate(expected):
            assert_same_values(got[i], each, f"{path}[{i}]")
    elif holds_floats(expected):
        np.testing.assert_allclose(got, expected, rtol=2e-6, atol=2e-7, err_msg=path)
    else:
        assert got == expected, path


def holds_floats(value):
    """Whether a value is a float, or a list, however deep, of them."""
    while isinstance(value, list) and value:
        value = value[0]
    return isinstance(value, float)
