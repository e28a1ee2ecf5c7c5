"""Writes, views, hooks, numbers and copies on "cuda" do what they do on the CPU."""

import pytest

from tests.device.compare import check, difference
from tests.device.scenarios import SCENARIOS


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_on_the_gpu(device, name):
    check(name, difference(SCENARIOS[name], device))
