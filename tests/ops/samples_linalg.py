"""Samples of linear algebra. Where a factor's sign is not unique, numbers alone are the judge."""

from math import inf

from tests.ops.sample import Sample

SQUARES = [[(3, 3)], [(2, 2, 2)], [(1, 1)]]
SYSTEMS = [
    [(3, 3), (3, 2)],
    [(3, 3), (3,)],
    [(2, 2, 2), (2, 2)],
    [(2, 2), (3, 2, 1)],
    [(2, 1, 2, 2), (3, 2, 2)],
]


def positive(lib, x):
    """A symmetric positive-definite matrix."""
    return x @ x.mT + 2 * lib.eye(x.shape[-1], dtype=x.dtype, device=x.device)


def of_positive(row, call, cases=SQUARES):
    return Sample(row, lambda lib, x: call(lib, positive(lib, x)), cases)


INVERSES = [
    Sample("inv", lambda lib, x: lib.linalg.inv(x), SQUARES),
    Sample("inv", lambda lib, x: x.inverse(), [[(0, 0)], [(2, 0, 0)]]),
    Sample("_solve", lambda lib, a, b: lib.linalg.solve(a, b), SYSTEMS),
    Sample("_solve", lambda lib, a, b: lib.linalg.solve(a, b, left=False), [[(3, 3), (2, 3)]]),
]

SUMMED = [[shape, (2, 3, 4), (2, 4, 5)] for shape in ((3, 5), (5,), ())]
VECTORS = [[shape, (3, 4), (4,)] for shape in ((3,), ())]
OUTER = [[shape, (3,), (4,)] for shape in ((3, 4), (4,), ())]

PRODUCTS = [
    Sample("baddbmm", lambda lib, b, x, y: lib.baddbmm(b, x, y), SUMMED),
    Sample("baddbmm", lambda lib, b, x, y: lib.baddbmm(b, x, y, beta=2, alpha=3), SUMMED),
    Sample("addbmm", lambda lib, b, x, y: lib.addbmm(b, x, y), SUMMED),
    Sample("addbmm", lambda lib, b, x, y: lib.addbmm(b, x, y, beta=2, alpha=3), SUMMED),
    Sample("addmv", lambda lib, b, x, y: lib.addmv(b, x, y), VECTORS),
    Sample("addmv", lambda lib, b, x, y: lib.addmv(b, x, y, beta=2, alpha=3), VECTORS),
    Sample("addr", lambda lib, b, x, y: lib.addr(b, x, y), OUTER),
    Sample("addr", lambda lib, b, x, y: lib.addr(b, x, y, beta=2, alpha=3), OUTER),
    Sample("_block_diag", lambda lib, x, y: lib.block_diag(x, y), [[(2, 3), (3,)], [(), (0, 2)]]),
]

DETERMINANTS = [
    Sample("det", lambda lib, x: lib.det(x), SQUARES),
    Sample("slogdet", lambda lib, x: lib.linalg.slogdet(x), SQUARES),
]

FACTORS = [
    of_positive("_cholesky", lambda lib, x: lib.linalg.cholesky(x)),
    of_positive("_cholesky", lambda lib, x: lib.linalg.cholesky(x, upper=True)),
    Sample("qr", lambda lib, x: lib.linalg.qr(x), [[(3, 3)], [(2, 4, 2)], [(2, 3)]]),
    Sample("qr", lambda lib, x: lib.linalg.qr(x, mode="complete"), [[(2, 3)]]),
    Sample(
        "svd",
        lambda lib, x: lib.linalg.svd(x, full_matrices=False),
        [[(3, 3)], [(2, 4, 2)], [(2, 3)]],
        twin=False,
    ),
    of_positive("eigh", lambda lib, x: lib.linalg.eigh(x))._replace(twin=False),
    of_positive("eigh", lambda lib, x: lib.linalg.eigh(x, "U"))._replace(twin=False),
    Sample("_pinv", lambda lib, x: lib.linalg.pinv(x), [[(3, 3)], [(2, 4, 2)], [(2, 3)]]),
]


def normed(p, *dims, cases=([(3, 4)],)):
    return Sample("_vector_norm", lambda lib, x: x.norm(p, *dims), list(cases))


NORMS = [
    Sample("_vector_norm", lambda lib, x: x.norm(), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    Sample(
        "_vector_norm",
        lambda lib, x: lib.norm(x, dim=-1, keepdim=True),
        [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]],
    ),
    Sample("_vector_norm", lambda lib, x: x.norm(2, (0, 2)), [[(2, 3, 4)]]),
    normed("fro", 0),
    normed(1, cases=[[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    normed(3, 1, cases=[[(3, 4)], [(2, 1, 3)]]),
    normed(1.5, 0),
    normed(0.5),
    normed(-1, 1),
    normed(inf),
    normed(inf, 0, True),
    normed(-inf, (0, 1)),
    normed(0, 1)._replace(smooth=False),
    Sample(
        "_norm",
        lambda lib, x: lib.nn.functional.pairwise_distance(x, x * 2),
        [[(3, 4)]],
        twin=False,  # the sum before it is an AddBackward1 there
    ),
]

POINTS = [[(3, 2), (4, 2)], [(2, 3, 2), (4, 2)], [(1, 1), (1, 1)], [(30, 2), (3, 2)]]

DISTANCES = [  # torch has no derivative of the derivative of cdist
    *(
        Sample("_cdist", lambda lib, x, y, p=p: lib.cdist(x, y, p), POINTS, twin=False)
        for p in (2, 1, 3)
    ),
    Sample("_cdist", lambda lib, x, y: lib.cdist(x, y, inf), POINTS, twin=False, smooth=False),
    Sample("_cdist", lambda lib, x, y: lib.cdist(x.detach(), y.detach()), POINTS[:3], smooth=False),
    Sample("dist", lambda lib, x, y: lib.dist(x, y), [[(3, 4), (3, 4)], [(3, 1), (4,)], [(), ()]]),
    Sample("dist", lambda lib, x, y: x.dist(y, 3), [[(3, 4), (4,)]]),
]

LINALG = [*INVERSES, *PRODUCTS, *DETERMINANTS, *FACTORS, *NORMS, *DISTANCES]
