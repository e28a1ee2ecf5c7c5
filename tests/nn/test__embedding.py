from tests.ops.expressions import as_torch

SETUP = "embed, one_hot = torch.nn.functional.embedding, torch.nn.functional.one_hot;"

test_as_torch = as_torch(
    "\n".join(
        f"{SETUP} {line}"
        for line in """
embed(i, m), embed(i[None], m, 2), embed(i, m, padding_idx=-1), embed(input=i, weight=m)
embed(torch.tensor([0, 1]), w), embed(torch.tensor([0, 1]), w, padding_idx=0)
embed(i, m, padding_idx=3)
embed(i, m, padding_idx=-4)
embed(f, m)
embed(i8, m)
embed(i + 5, m)
one_hot(i), one_hot(torch.tensor([[0, 2], [1, 1]])), one_hot(z), one_hot(i, 4), one_hot(i, -1)
one_hot(torch.zeros(0).long(), 3), one_hot(i).dtype
one_hot(f)
one_hot(i.int())
one_hot(i - 2)
one_hot(i, 2)
one_hot(i, -2)
""".splitlines()
        if line
    )
)
