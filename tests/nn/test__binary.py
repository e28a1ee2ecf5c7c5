from tests.ops.expressions import as_torch

SETUP = """P = torch.tensor([.2, .7, .9]); T = torch.tensor([0., 1., 1.]);
    bce = torch.nn.functional.binary_cross_entropy;
    logits = torch.nn.functional.binary_cross_entropy_with_logits;"""

test_as_torch = as_torch(
    "\n".join(
        f"{SETUP} {line}"
        for line in """
bce(P, T), bce(P, T, reduction='none'), bce(P, T, reduction='sum'), bce(P, T, T), bce(P, T, None)
bce(P, T, weight=torch.tensor(2.)), bce(P[None], T[None], torch.arange(1., 4.)), bce(s / 5, s / 4)
bce(P.double(), T.double()), bce(e, e), bce(e, e, reduction='none')
bce(P.requires_grad_(), T), bce(P, T.requires_grad_()), bce(P, T.double().float() * 1)
bce(P, T[:2])
bce(P, T[None])
bce(P, T.double())
bce(P.double(), T)
bce(P, T.long())
bce(T.long(), T.long())
bce(P, T, reduction='x')
bce(P + 1, T)
bce(P, T - 1)
logits(P, T), logits(P, T, reduction='none'), logits(P, T, reduction='sum'), logits(P, T, T)
logits(P, T, pos_weight=P), logits(P, T, P, pos_weight=P + 1, reduction='none'), logits(s, s / 3)
logits(P, T, torch.tensor(2.)), logits(P, T, pos_weight=torch.tensor(3.)), logits(e, e)
logits(P, T.double())
logits(P.requires_grad_(), T), logits(P, T.requires_grad_()), logits(P.requires_grad_(), T.double())
logits(P, T[:2])
logits(P, T[None])
logits(P, T.long())
logits(T.long(), T)
logits(P, T, reduction='x')
x = m / 10; x.requires_grad_(); y = logits(x, (m > 5).float(), f[0], pos_weight=torch.arange(4.),
    reduction='sum'); y.backward(); y, x.grad
x = (m > 5).float().requires_grad_(); logits(m, x, pos_weight=torch.arange(4.)).backward(); x.grad
""".replace("\n    ", " ").splitlines()
        if line
    )
)
