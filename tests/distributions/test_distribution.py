"""What all distributions have in common."""

import pytest

from minigrad.distributions import Distribution


def test_what_a_distribution_of_ones_own_has_to_bring():
    mine = Distribution((2,))
    assert mine.batch_shape == (2,)
    for missing in (mine.sample, mine.entropy, lambda: mine.log_prob(1.0), lambda: mine.stddev):
        with pytest.raises(NotImplementedError):
            missing()
