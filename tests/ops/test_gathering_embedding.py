import numpy as np

import minigrad
from minigrad.ops.gathering import embedding
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
embed = torch.nn.functional.embedding; embed(torch.tensor([[0, 1], [1, 1]]), w)
embed = torch.nn.functional.embedding; embed(torch.tensor(1), w), embed(torch.tensor([]).long(), w)
embed = torch.nn.functional.embedding; embed(torch.tensor([1], dtype=torch.int32), w)
embed = torch.nn.functional.embedding; embed(i - 1, m.long()), embed(i, m > 5), embed(i, m.double())
embed = torch.nn.functional.embedding; embed(torch.tensor([[0, 1], [1, 2]]).t(), m).stride()
embed = torch.nn.functional.embedding;
    grads(lambda w: embed(torch.tensor([0, 2, 0]), w), m.tolist())
embed = torch.nn.functional.embedding; curves(lambda w: embed(i, w) ** 2, m.tolist())
embed = torch.nn.functional.embedding;
    grads(lambda w: embed(torch.tensor([[0, 2], [2, 1]]), w, padding_idx=2), m.tolist())
embed = torch.nn.functional.embedding;
    curves(lambda w: embed(torch.tensor([0, 2, 1]), w, padding_idx=-3) ** 2, m.tolist())
embed = torch.nn.functional.embedding; embed(i, m.requires_grad_()).sum().backward(); m.grad
embed = torch.nn.functional.embedding; embed(i - 1, w).grad_fn._saved_indices
embed = torch.nn.functional.embedding; embed(i - 1, w, padding_idx=-1).grad_fn._saved_padding_idx
embed = torch.nn.functional.embedding; embed(torch.tensor([2]), w)
embed = torch.nn.functional.embedding; embed(torch.tensor([0, -1]), w)
""")


def test_many_words_add_up_as_one_by_one():
    rng = np.random.default_rng(0)
    words, table = rng.integers(0, 7, (5, 6)), rng.normal(size=(7, 3))
    weight = minigrad.tensor(table, requires_grad=True)
    out = embedding(weight, minigrad.from_numpy(words), 4)
    grad = rng.normal(size=out.shape)
    out.backward(minigrad.from_numpy(grad))
    expected = np.zeros_like(table)
    for place, word in np.ndenumerate(words):
        expected[word] += grad[place] * (word != 4)
    np.testing.assert_allclose(weight.grad.numpy(), expected, rtol=1e-12)
