from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "gaussian": "F.gaussian_nll_loss(x, w, b.exp())",
    "gaussian_sum": "F.gaussian_nll_loss(x, w, b.exp(), True, 0.9, 'sum')",
    "gaussian_each": "F.gaussian_nll_loss(x, w, b[:, :1].exp(), reduction='none') + 0 * b",
    "gaussian_rows": "F.gaussian_nll_loss(x, w, b[:, 0].exp()) + 0 * b",
    "gaussian_float": "F.gaussian_nll_loss(x, w, 2.0) + 0 * b",
    "poisson": "F.poisson_nll_loss(x, w.exp()) + 0 * b",
    "poisson_sum": "F.poisson_nll_loss(x.exp(), w * w, False, reduction='sum') + 0 * b",
    "poisson_full": "F.poisson_nll_loss(x, w * w * 4, full=True, reduction='none') + 0 * b",
    "poisson_eps": "F.poisson_nll_loss(x * x, w * w, False, eps=0.5) + 0 * b",
}
case.all.update({n: numbers(slopes(code, (3, 4), (3, 4), (3, 4))) for n, code in GIVEN.items()})
OTHERS = {
    "variances_of_another_size": "F.gaussian_nll_loss(x, x, lib.ones(2, 4))",
    "negative": "F.gaussian_nll_loss(x, x, -lib.ones(3, 4))",
    "negative_float": "F.gaussian_nll_loss(x, x, -1.0)",
    "gaussian_another_reduction": "F.gaussian_nll_loss(x, x, lib.ones(3, 4), reduction='all')",
    "poisson_another_reduction": "F.poisson_nll_loss(x, x, reduction='all')",
    "a_single_mean": "F.gaussian_nll_loss(x, x[0], lib.ones(3, 4))",
}
case.all.update({name: value(code, (3, 4)) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)
