"""How fast minigrad is, as ratios to PyTorch and to NumPy by hand: ``python -m benchmarks``."""
