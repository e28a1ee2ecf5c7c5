"""What is left out says so."""

import pytest

import minigrad
import minigrad.distributions
from minigrad._missing import WAYS_ROUND

METHODS = ("set_", "to_sparse")
OWNERS = {
    **dict.fromkeys(
        ("ASGD", "Adafactor", "Muon", "Rprop", "SparseAdam"),
        minigrad.optim,
    ),
    **dict.fromkeys(
        "AdaptiveAvgPool3d AdaptiveLogSoftmaxWithLoss AdaptiveMaxPool3d AvgPool3d BatchNorm3d "
        "CTCLoss Conv3d ConvTranspose3d InstanceNorm3d MaxPool3d MaxUnpool2d RReLU "
        "SyncBatchNorm".split(),
        minigrad.nn,
    ),
    **dict.fromkeys(
        "avg_pool3d conv3d conv_transpose3d ctc_loss max_pool3d max_unpool2d".split(),
        minigrad.nn.functional,
    ),
    **dict.fromkeys(
        "fuse_conv_bn_eval fuse_linear_bn_eval prune spectral_norm stateless".split(),
        minigrad.nn.utils,
    ),
    "DistributedSampler": minigrad.utils.data,
    **dict.fromkeys(
        ("Beta", "Binomial", "Dirichlet", "Gamma", "Poisson", "StudentT"), minigrad.distributions
    ),
    "DataParallel": minigrad.nn,
    "tensorboard": minigrad.utils,
}


@pytest.mark.parametrize("name", WAYS_ROUND)
def test_what_is_left_out_names_a_way_round(name):
    owner = minigrad.zeros(1) if name in METHODS else OWNERS.get(name, minigrad)
    assert not hasattr(owner, name)
    with pytest.raises(AttributeError, match=f"has no attribute {name!r}: .+\\.$"):
        getattr(owner, name)


def test_other_names_are_only_not_there():
    with pytest.raises(AttributeError, match=r"^module 'minigrad' has no attribute 'rang'$"):
        minigrad.rang  # noqa: B018
    with pytest.raises(AttributeError, match=r"^'Tensor' object has no attribute 'shap'$"):
        minigrad.zeros(1).shap  # noqa: B018
