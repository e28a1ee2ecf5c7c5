"""How fast minigrad is, as ratios to PyTorch and to NumPy by hand: ``python -m benchmarks``.

What is timed is in `workloads`, the same by hand in `floors`; `worker` is one library's process,
`__main__` tells the workers what to do. `overhead` and `monitor` answer a question each.
"""
