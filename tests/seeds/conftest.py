"""minigrad, then real torch where it is installed, for every test that asks for one of them."""

import pytest

pytest.register_assert_rewrite("tests.seeds.record")

from tests.seeds.library import part


@pytest.fixture(params=["minigrad", "torch"])
def library(request):
    if request.param == "torch":
        pytest.importorskip("torch")
    return request.param


@pytest.fixture
def torch(library):
    return part("torch", library)


@pytest.fixture
def nn(library):
    return part("nn", library)


@pytest.fixture
def leaf(torch):
    """Make a leaf of the given numbers."""
    return lambda value: torch.tensor(value, requires_grad=True)


@pytest.fixture(autouse=True)
def scratch_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path
