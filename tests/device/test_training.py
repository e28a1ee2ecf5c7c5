"""A step of training on "cuda" with each layer, each loss and each optimizer."""

import pytest

from tests.device.compare import check, difference
from tests.device.training import TRAINING


@pytest.mark.parametrize("name", TRAINING)
def test_training_on_the_gpu(device, name):
    check(name, difference(TRAINING[name], device))
