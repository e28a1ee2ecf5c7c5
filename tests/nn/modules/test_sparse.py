import warnings

import pytest

import minigrad
from minigrad import nn
from minigrad.nn._embedding import _say_dense
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "str(nn.Embedding(4, 3)), str(nn.Embedding(4, 3, padding_idx=-1))",
    "weight": "nn.Embedding(4, 3).weight",
    "weight_of_many": "nn.Embedding(7, 30).weight",
    "weight_with_padding": "nn.Embedding(4, 3, padding_idx=2).weight",
    "weight_with_padding_from_the_end": "nn.Embedding(4, 3, -1).weight",
    "weight_in_double": "nn.Embedding(4, 3, dtype=lib.float64).weight",
    "attributes": "[nn.Embedding(4, 3, -1).__dict__[name] for name in "
    "('num_embeddings', 'embedding_dim', 'padding_idx')]",
    "state": "nn.Embedding(4, 3).state_dict()",
    "rows": "nn.Embedding(4, 3)(lib.tensor([[0, 3], [3, 1]]))",
    "no_such_row": "nn.Embedding(4, 3)(lib.tensor([4]))",
    "words_of_another_type": "nn.Embedding(4, 3)(lib.ones(2))",
    "padding_too_large": "nn.Embedding(4, 3, padding_idx=4)",
    "padding_too_small": "nn.Embedding(4, 3, padding_idx=-5)",
    "repr_of_options": "str(nn.Embedding(4, 3, 0, 1.0, 1.0))",
    "shortened": "nn.Embedding(4, 3, None, 0.5)(lib.tensor([3, 0, 3])), "
    "nn.Embedding(4, 3, max_norm=0.5, norm_type=1.0)(lib.tensor([[1]]))",
    "repr_of_bags": "[str(m) for m in (nn.EmbeddingBag(4, 3), nn.EmbeddingBag(4, 3, 2.0, "
    "mode='sum', padding_idx=-1), nn.EmbeddingBag(4, 3, include_last_offset=True))]",
    "bags": "nn.EmbeddingBag(4, 3)(lib.tensor([3, 0, 3]), lib.tensor([0, 1])).detach(), "
    "nn.EmbeddingBag(4, 3, mode='sum', padding_idx=0).weight, "
    "nn.EmbeddingBag(4, 3, mode='max')(lib.tensor([[3, 1], [0, 0]])).detach()",
    "bags_learned_elsewhere": "nn.EmbeddingBag.from_pretrained(lib.eye(3), mode='sum')"
    "(lib.tensor([[0, 1]])), nn.EmbeddingBag(4, 3).state_dict()",
    "no_words": "nn.Embedding(0, 3).weight",
}


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "nn": lib.nn})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def gradients(lib):
    words = lib.nn.Embedding(5, 2, padding_idx=1)
    words(lib.tensor([0, 1, 0, 4, 1])).pow(2).sum().backward()
    return words.weight, words.weight.grad


@case
def learned_elsewhere(lib):
    given = lib.eye(3)
    words = lib.nn.Embedding.from_pretrained(given, padding_idx=-1)
    open_ = lib.nn.Embedding.from_pretrained(given, freeze=False)
    open_(lib.tensor([0, 2])).sum().backward()
    told = [str(words), [p.requires_grad for p in (words.weight, open_.weight)], open_.weight.grad]
    given[0, 0] = 7.0  # the memory is shared, and nothing was drawn
    return told, words(lib.tensor([0, 2])), lib.rand(1)


@case
def drawn_anew(lib):
    words = lib.nn.Embedding(5, 2, padding_idx=1)
    words.reset_parameters()
    return words.weight


test_embedding_as_in_torch = both(__name__, case)


def test_its_rows_are_its_only_parameter():
    (weight,) = nn.Embedding(2, 2).parameters()
    assert weight.requires_grad
    assert weight.is_leaf


def test_sparse_changes_nothing_and_says_so_once():
    _say_dense.cache_clear()
    words = nn.Embedding(3, 2, sparse=True)
    assert str(words) == "Embedding(3, 2, sparse=True)"
    with pytest.warns(UserWarning, match="sparse=True changes nothing in minigrad"):
        words(minigrad.tensor([1])).sum().backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        words(minigrad.tensor([1]))
    assert words.weight.grad.tolist() == [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    with pytest.raises(NotImplementedError, match="divide the gradient by"):
        nn.Embedding(3, 2, scale_grad_by_freq=True)(minigrad.tensor([1]))
