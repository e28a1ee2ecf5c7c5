import minigrad


def test_the_functions_are_those_of_the_top():
    names = minigrad.functional.__all__
    assert {"einsum", "meshgrid", "norm", "split", "unique"} <= set(names)
    assert all(getattr(minigrad.functional, n) is getattr(minigrad, n) for n in names)


def test_torch_has_them_there_too():
    import pytest

    torch = pytest.importorskip("torch")
    assert all(hasattr(torch.functional, name) for name in minigrad.functional.__all__)
