"""How fast minigrad is, as ratios to PyTorch and to hand-written NumPy: ``python -m benchmarks``."""
