"""What all distributions have in common."""

import pytest

import minigrad
from minigrad.distributions import Distribution


def test_what_a_distribution_of_ones_own_has_to_bring():
    mine = Distribution((2,))
    assert mine.batch_shape == (2,)
    for missing in (mine.sample, mine.entropy, lambda: mine.log_prob(1.0), lambda: mine.stddev):
        with pytest.raises(NotImplementedError):
            missing()


def test_an_older_name_of_sample_warns_as_in_torch():
    for lib in (minigrad, pytest.importorskip("torch")):
        lib.manual_seed(0)
        with pytest.warns(FutureWarning, match=r"^`sample_n\(n\)` will be deprecated\. Use"):
            assert lib.distributions.Normal(0.0, 1.0).sample_n(3).shape == (3,)
