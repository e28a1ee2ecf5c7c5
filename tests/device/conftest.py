"""Where the tests of this folder run: on the stand-in, and on a GPU where there is one."""

import pytest

from tests.device import fake, standin


def missing():
    """Why there is no GPU here; empty where there is one."""
    try:
        import cupy

        cupy.zeros(1)
    except Exception as error:
        return f"needs CuPy and a GPU: {type(error).__name__}"
    return ""


REASON = missing()
GPU = pytest.param("gpu", marks=[pytest.mark.gpu, pytest.mark.skipif(bool(REASON), reason=REASON)])


@pytest.fixture(params=["stand-in", GPU])
def device(request):
    """Tensors can be on "cuda"."""
    standin.TRANSFERS.clear()
    if request.param == "gpu":
        yield "cuda"
    else:
        with fake.installed():
            yield "cuda"
