import pytest

import minigrad
from minigrad.func import vmap
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "of_one": "vmap(lambda x: x * 2)(m)",
    "of_two": "vmap(lib.dot)(m, m + 1)",
    "one_the_same_for_all": "vmap(lib.dot, in_dims=(None, 0))(x, m)",
    "a_pair_comes_out": "vmap(lambda x: (x.sum(), x))(m)",
    "a_dict_comes_out": "vmap(lambda x: {'a': x, 'b': [x.sum()]})(m)",
    "along_another": "vmap(lambda x: x.sum(), in_dims=1)(m), vmap(lambda x: x, in_dims=-1)(m)",
    "to_another": "vmap(lambda x: x, out_dims=1)(m)",
    "to_others": "vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(m)",
    "of_a_dict": "vmap(lambda d: d['a'] * 2)({'a': x})",
    "of_a_dict_with_dims": "vmap(lambda d, x: d['a'] * x, in_dims=({'a': None}, 0))({'a': y}, x)",
    "of_a_number": "vmap(lambda x, s: x * s, in_dims=(0, None))(x, 3.0)",
    "of_a_name": "vmap(lambda x, s=1: x * s)(x, s=3.0)",
    "twice": "vmap(vmap(lambda a, b: a * b, (None, 0)), (0, None))(x, x)",
    "a_constant": "vmap(lambda x: y, out_dims=None)(x), vmap(lambda x: lib.ones(2))(x)",
    "gradients_of_samples": "vmap(grad(lambda w, x: (w * x).sum() ** 2), (None, 0))(x, m)",
    "of_a_jacobian": "vmap(jacrev(lambda x: x**2))(m)",
    "in_chunks": "vmap(lambda x: x * 2, chunk_size=1)(x)",
    "at_the_top": "lib.vmap(lambda x: x + 1)(x)",
    "drawn_alike": "[r := vmap(lambda x: lib.rand(1), randomness='same')(x), r[0] == r[1]][1]",
    "drawn_apart": "[r := vmap(lambda x: lib.rand(1), randomness='different')(x), r.shape][1]",
    "drawn": "vmap(lambda x: x + lib.rand(1))(x)",
    "drawn_somehow": "vmap(lambda x: x, randomness='any')(x)",
    "a_number_comes_out": "vmap(named)(x)",
    "of_two_sizes": "vmap(lambda x, y: x * y)(x, lib.ones(3))",
    "of_what_has_no_dimension": "vmap(named)(y)",
    "of_none_such": "vmap(named, in_dims=3)(x)",
    "of_no_dimension": "vmap(named, in_dims=None)(x)",
    "of_what_is_no_tensor": "vmap(named)(3.0)",
    "of_nothing": "vmap(named)()",
    "dependent_but_the_same": "vmap(lambda x: x, out_dims=None)(x)",
}


def expression(code):
    def one(lib):
        names = {name: getattr(lib.func, name) for name in lib.func.__all__}

        def named(x):
            return 3

        names |= {"lib": lib, "x": lib.tensor([1.0, 2.0]), "y": lib.tensor(3.0), "named": named}
        return eval(code, names | {"m": lib.arange(6.0).view(3, 2)[:2]})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("dims", [(0,), (0, {"a": 0}), (0, (0, 0, 0))])
def test_dims_of_another_form_are_refused(dims):
    with pytest.raises(ValueError, match="in_dims is not compatible with the structure of"):
        vmap(lambda x, y: x, in_dims=dims)(minigrad.ones(2), [minigrad.ones(2)])
    with pytest.raises(ValueError, match="out_dims is not compatible with the structure of"):
        vmap(lambda x: x, out_dims=(0, 0))(minigrad.ones(2))


def test_a_batch_has_samples():
    with pytest.raises(ValueError, match="the batch is empty"):
        vmap(lambda x: x)(minigrad.ones(0, 2))
    with pytest.raises(ValueError, match="all of in_dims are None"):
        vmap(lambda x: x, in_dims=(None,))(minigrad.ones(2))


def test_branches_and_items_work_here():
    assert vmap(lambda x: x if x.item() > 1 else -x)(minigrad.tensor([1.0, 2.0])).tolist() == [
        -1,
        2,
    ]


def test_random_numbers_that_are_refused_are_not_used_up():
    before = minigrad.get_rng_state()
    with pytest.raises(RuntimeError, match="called random operation"):
        vmap(lambda x: x + minigrad.rand(1))(minigrad.ones(2))
    assert minigrad.equal(minigrad.get_rng_state(), before)
