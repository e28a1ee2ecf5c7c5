"""The same random numbers."""

import copy
import pickle

from tests.behaviours.table import row


@row
def random_numbers(lib):
    """After manual_seed the draws are torch's, below and above 16 normal numbers."""
    lib.manual_seed(7)
    return (
        lib.rand(3),
        lib.randn(3),
        lib.randn(20),
        lib.randint(-5, 5, (4,)),
        lib.randperm(6),
        lib.randn(2, dtype=lib.float64),
        lib.randint(0, 2**40, (2,)),
    )


@row
def generators(lib):
    """A generator has a state of its own, which can be kept and put back."""
    g = lib.Generator().manual_seed(5)
    state = g.get_state()
    first = lib.rand(2, generator=g)
    g.set_state(state)
    return (
        [first, lib.rand(2, generator=g)],
        [g.initial_seed(), g.device, state.shape, state.dtype],
    )


@row
def the_state_of_the_default_generator(lib):
    """get_rng_state and set_rng_state go back in time."""
    lib.manual_seed(-1)
    state = lib.get_rng_state()
    first = lib.randn(3)
    lib.set_rng_state(state)
    return first, lib.randn(3), lib.initial_seed()


@row
def a_layers_start(lib):
    """So models start as torch's do."""
    lib.manual_seed(1)
    layer = lib.nn.Linear(3, 2)
    return layer.weight, layer.bias, lib.nn.functional.dropout(lib.ones(8), 0.5)


@row
def a_generator_is_copied(lib):
    """A generator is copied and pickled with its state."""
    generator = lib.Generator().manual_seed(3)
    lib.randn(5, generator=generator)
    copies = copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))
    return [lib.rand(2, generator=each) for each in (*copies, generator)]


@row
def draws_of_a_distribution(lib):
    """After a seed, draws with parameters of their own are torch's too."""
    lib.manual_seed(0)
    p = lib.tensor([0.1, 0.2, 0.7])
    return (
        [lib.normal(p, 0.1), lib.normal(2.0, 0.1, (2,)), lib.bernoulli(p)],
        [lib.multinomial(p, 2), lib.multinomial(p, 5, replacement=True)],
        [lib.zeros(3).uniform_(-1, 1), lib.zeros(3).normal_(5, 2), lib.zeros(3).bernoulli_(0.8)],
    )
