"""Nothing leaves the GPU but what is asked for: item, tolist, cpu, numpy, print, a condition."""

import pytest

from tests.device import fake
from tests.device.compare import Library
from tests.device.standin import TRANSFERS
from tests.device.test_operations import CASES, stages
from tests.device.training import TRAINING

# These wait for the GPU, for one number: where is an index that leads out, is there a 0, how many
# tie.
WAIT = set(
    "_gather _index_add _index_select _max _median _min _prod _prod_dim _scatter _scatter_add "
    "_scatter_value binary_cross_entropy cumprod embedding nll_loss take_at".split()
)
TRAINED = {"layer BCELoss", "layer CrossEntropyLoss", "layer Embedding", "layer NLLLoss"}


@pytest.fixture(autouse=True)
def counted():
    TRANSFERS.clear()
    with fake.installed():
        yield


def moved(steps):
    """The sizes of what these steps move to the host; that they fail is another test's concern."""
    TRANSFERS.clear()
    try:
        for _ in steps:
            pass
    except Exception:
        return set()
    return {size for _, size in TRANSFERS}


def test_no_operation_leaves_the_gpu():
    lib, wait = Library("cuda"), set()
    for name, (sample, case) in CASES.items():
        sizes = moved(stages(sample, case, lib))
        assert sizes <= {1}, name
        wait |= {sample.row} if sizes else set()
    assert wait <= WAIT


@pytest.mark.parametrize("name", TRAINING)
def test_no_training_leaves_the_gpu(name):
    sizes = moved(TRAINING[name](Library("cuda")))
    assert sizes <= ({1} if name in TRAINED or name.startswith("optimizer") else set())


def test_what_leaves_is_counted():
    x = Library("cuda").arange(3.0)
    x.tolist(), x[0].item(), x.cpu(), x.numpy(force=True), repr(x), bool(x[0])
    assert dict(TRANSFERS) == {("tolist", 3): 1, ("item", 1): 2, ("get", 3): 3}
