"""Switches of other libraries, so that a script that sets them runs: none changes a number here.

minigrad computes with NumPy and CuPy alone; what PyTorch would choose by these switches it has not.
A file each, so that ``import minigrad.backends.cudnn as cudnn`` finds it.
"""

from . import cuda, cudnn, mkl, mkldnn, mps

__all__ = ["cuda", "cudnn", "mkl", "mkldnn", "mps"]
