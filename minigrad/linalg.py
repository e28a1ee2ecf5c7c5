"""Linear algebra: what `torch.linalg` has, over NumPy's.

Source: https://docs.pytorch.org/docs/stable/linalg.html
"""

from .ops.cross import vectors_cross as cross
from .ops.decompositions import cholesky, eigh, eigvalsh, pinv, qr, svd, svdvals
from .ops.determinants import det, slogdet
from .ops.inverses import _LinAlgError as LinAlgError
from .ops.inverses import inv, matrix_power, solve
from .ops.linalg import matmul
from .ops.norms import matrix_norm, vector_norm
from .ops.norms import matrix_or_vector_norm as norm
from .ops.products import multi_dot
from .ops.tables import vandermonde as vander

__all__ = [
    "LinAlgError",
    "cholesky",
    "cross",
    "det",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
]
__all__ += ["matrix_power", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "svd", "svdvals"]
__all__ += ["vander", "vector_norm"]
