"""Nothing leaves the GPU but what is asked for: item, tolist, cpu, numpy, print, a condition."""

import pytest

from minigrad.ops import scans
from minigrad.ops.operands import array_of
from tests.device import fake
from tests.device.compare import Library
from tests.device.scenarios import SCENARIOS
from tests.device.standin import TRANSFERS
from tests.device.test_operations import CASES, stages
from tests.device.training import TRAINING

# Rows that wait for the GPU, each time for a single number, and for which.
WAIT = {
    "whether an index leads out": "_gather _index_add _index_copy _index_fill _index_fill_tensor "
    "_index_select _scatter _scatter_add _scatter_reduce _scatter_value embedding nll_loss",
    "how many a mask chooses": "_masked_taken take_at",
    "whether there is a 0": "_cumprod _prod _prod_dim",
    "whether a matrix is singular": "det slogdet",
    "how many tie": "_max _median _min _nanmedian",
    "whether it is a probability": "binary_cross_entropy",
}
WAITING = {row for rows in WAIT.values() for row in rows.split()}
TRAINED = {
    f"layer {name}"
    for name in """
        BCELoss CrossEntropyLoss Embedding EmbeddingBag GaussianNLLLoss MultiLabelMarginLoss
        MultiMarginLoss NLLLoss
    """.split()
}
# Scenarios that ask for whole tensors.
ASKED = set("write_into_the_cpu hooks_of_saved_tensors a_network_moves".split())
ASKED |= {name for name in SCENARIOS if name.startswith("leave_")}


@pytest.fixture(autouse=True)
def counted():
    TRANSFERS.clear()
    with fake.installed():
        yield


def moved(steps):
    """What these steps move to the host: by which means, how many elements each time."""
    TRANSFERS.clear()
    for _ in steps:
        pass
    return set(TRANSFERS)


def sizes(steps):
    """The same, only how many elements."""
    return {size for _, size in moved(steps)}


def test_no_operation_leaves_the_gpu():
    lib, waiting = Library("cuda"), set()
    for name, (sample, case) in CASES.items():
        found = moved(stages(sample, case, lib))
        assert found <= {("bool", 1), ("int", 1), ("item", 1)}, name
        waiting |= {sample.row} if found else set()
    assert waiting == WAITING


@pytest.mark.parametrize("name", TRAINING)
def test_no_training_leaves_the_gpu(name):
    asks = name in TRAINED or name.startswith("optimizer")  # these end in a cross entropy
    assert sizes(TRAINING[name](Library("cuda"))) == ({1} if asks else set())


@pytest.mark.parametrize("name", sorted({*SCENARIOS} - ASKED))
def test_no_scenario_leaves_the_gpu(name):
    assert sizes(SCENARIOS[name](Library("cuda"))) <= {1}


@pytest.mark.parametrize("name", sorted(ASKED))
def test_what_is_asked_for_leaves(name):
    assert max(sizes(SCENARIOS[name](Library("cuda")))) > 1


LEAKS = {
    "get": (12, lambda x: x.get()),
    "tolist": (12, lambda x: x.tolist()),
    "str": (12, lambda x: str(x)),
    "item": (1, lambda x: x[0, 0].item()),
    "bool": (1, lambda x: bool(x.any())),
}


@pytest.mark.parametrize("means", LEAKS)
def test_what_leaves_in_a_rule_is_seen(monkeypatch, means):
    size, leak = LEAKS[means]
    turned = scans._flip

    def flip(x, dims):
        leak(array_of(x))
        return turned(x, dims)

    sample, case = CASES["_cumsum 0 [(3, 4)]"]
    assert moved(stages(sample, case, Library("cuda"))) == set()
    monkeypatch.setattr(scans, "_flip", flip)
    assert moved(stages(sample, case, Library("cuda"))) == {(means, size)}


def test_what_leaves_is_counted():
    x = Library("cuda").arange(3.0)
    x.tolist(), x[0].item(), x.cpu(), x.numpy(force=True), repr(x), bool(x[0])
    assert dict(TRANSFERS) == {("tolist", 3): 1, ("item", 1): 2, ("get", 3): 3}
