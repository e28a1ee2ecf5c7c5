import pytest

import minigrad
from minigrad.nn.functional import embedding_bag
from tests.nn.slopes import gradients, numbers, value
from tests.nn.twins import both, cases

case = cases()

WORDS, STARTS = "lib.tensor([0, 2, 4, 4, 1, 3])", "lib.tensor([0, 2, 2])"
for mode in ("sum", "mean", "max"):
    GIVEN = {
        "bags": f"F.embedding_bag({WORDS}, x, {STARTS}, mode='{mode}')",
        "of_one_length": f"F.embedding_bag({WORDS}.view(2, 3), x, mode='{mode}')",
        "padding": f"F.embedding_bag({WORDS}, x, {STARTS}, mode='{mode}', padding_idx=-1)",
        "last": f"F.embedding_bag({WORDS}, x, lib.tensor([0, 2, 6]), mode='{mode}', "
        "include_last_offset=True)",
        "empty": f"F.embedding_bag({WORDS}[:0], x, lib.tensor([0, 0]), mode='{mode}')",
    }
    for name, code in GIVEN.items():
        case.all[f"{mode}_{name}"] = gradients(code, (5, 3))
weighted = f"F.embedding_bag({WORDS}, x, {STARTS}, mode='sum', per_sample_weights=w)"
case.all["weighted"] = gradients(weighted, (5, 3), (6,))
OTHERS = {
    "short_rows": f"F.embedding_bag({WORDS}, x.detach(), {STARTS}, max_norm=0.5)",
    "no_offsets": f"F.embedding_bag({WORDS}, x)",
    "offsets_of_one_length": f"F.embedding_bag({WORDS}.view(2, 3), x, {STARTS})",
    "offsets_of_two_dimensions": f"F.embedding_bag({WORDS}, x, {STARTS}[None])",
    "offsets_too_large": f"F.embedding_bag({WORDS}, x, lib.tensor([0, 7]))",
    "another_mode": f"F.embedding_bag({WORDS}, x, {STARTS}, mode='min')",
    "words_of_floats": "F.embedding_bag(lib.ones(2, 3), x)",
    "a_word": "F.embedding_bag(lib.tensor(1), x)",
    "weights_of_another_size": f"F.embedding_bag({WORDS}, x, {STARTS}, mode='sum', "
    "per_sample_weights=lib.ones(2))",
}
case.all.update({name: numbers(value(code, (5, 3))) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_the_first_bag_begins_at_the_beginning():
    with pytest.raises(RuntimeError, match=r"offsets\[0\] has to be 0, i.e., the first sequence"):
        embedding_bag(minigrad.tensor([0, 1]), minigrad.ones(2, 2), minigrad.tensor([1]))


def test_there_is_no_such_word():
    with pytest.raises(RuntimeError, match=r"Index 1 of input takes value 2 which is not in"):
        embedding_bag(minigrad.tensor([[0, 2]]), minigrad.ones(2, 2))


def test_it_has_second_gradients():
    words, starts = minigrad.tensor([0, 2, 2, 1]), minigrad.tensor([0, 3])
    table = minigrad.randn(3, 2, dtype=minigrad.float64).requires_grad_()
    for mode in ("sum", "mean", "max"):
        bags = lambda x, mode=mode: embedding_bag(words, x, starts, mode=mode) ** 3  # noqa: E731
        assert minigrad.autograd.gradgradcheck(bags, table)


def test_weights_belong_to_sums():
    words = minigrad.tensor([[0, 1]])
    with pytest.raises(NotImplementedError, match="only supported for mode='sum'"):
        embedding_bag(words, minigrad.ones(2, 2), per_sample_weights=minigrad.ones(1, 2))
    with pytest.raises(NotImplementedError, match="scale_grad_by_freq"):
        embedding_bag(words, minigrad.ones(2, 2), scale_grad_by_freq=True)
