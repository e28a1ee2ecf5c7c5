"""Facts about a tensor can be read, and nothing else."""

import pytest

import minigrad
from minigrad._facts import protect

NAMES = ("shape", "dtype", "grad_fn", "is_leaf", "T", "_version", "output_nr")


@pytest.mark.parametrize("name", NAMES)
def test_a_fact_cannot_be_set_or_deleted(name):
    x = minigrad.ones(2, 3)
    said = f"attribute '{name}' of 'minigrad._C.TensorBase' objects is not writable\n"
    with pytest.raises(AttributeError, match=said):
        setattr(x, name, None)
    with pytest.raises(AttributeError, match=said):
        delattr(x, name)
    assert x.shape == (2, 3) and x.is_leaf


def test_what_has_a_setter_keeps_it():
    class Own:
        def __init__(self):
            self.kept = 1

        both = property(lambda self: self.kept, lambda self, to: setattr(self, "kept", to))
        fact = property(lambda self: 2, doc="Two.")

    protect(Own)
    x = Own()
    x.both = 3
    assert (x.both, x.fact, Own.fact.__doc__) == (3, 2, "Two.")
    with pytest.raises(AttributeError, match="'fact'"):
        x.fact = 3


def test_a_subclass_is_protected_too():
    x = minigrad.nn.Parameter(minigrad.ones(2))
    with pytest.raises(AttributeError, match="'shape'"):
        x.shape = (1, 2)


def test_methods_are_shown_as_the_tensors_own():
    x = minigrad.ones(1)
    for method in (x.size, x.backward, x.numpy, x.detach_, minigrad.nn.Parameter(x).register_hook):
        assert f"bound method Tensor.{method.__name__} of" in repr(method)
