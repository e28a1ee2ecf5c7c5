import pytest

import minigrad


def test_cuda_is_none_without_a_gpu():
    if minigrad.cuda.is_available():
        pytest.skip("there is a GPU here")
    assert minigrad.version.cuda is None and minigrad.version.hip is None
    with pytest.raises(AttributeError, match="has no attribute 'rocm'"):
        minigrad.version.rocm  # noqa: B018
