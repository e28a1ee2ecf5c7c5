import minigrad
from minigrad import cuda


def test_without_a_gpu_nothing_is_seeded(no_gpu):
    state = minigrad.get_rng_state()
    cuda.manual_seed_all(0)
    cuda.seed_all()
    assert minigrad.get_rng_state().equal(state) and cuda.get_rng_state_all() == []


def test_with_one_it_is_the_one_generator(two_gpus):
    cuda.manual_seed(7)
    assert minigrad.initial_seed() == 7
    states = cuda.get_rng_state_all()
    x = minigrad.rand(2)
    cuda.set_rng_state_all(states)
    assert minigrad.rand(2).equal(x)
    cuda.seed()
    assert minigrad.initial_seed() != 7
