"""What CuPy answers without a driver: shapes, strides, whose memory; what it refuses, and how.

`describe` asks CuPy and stores its answers, `test_standin` asks the stand-in.
"""

import numpy as np

VIEWS = """
x[1:] | x[1:][1:] | x[1, 1] | x[:0] | x[2:2] | x[::-1] | x[:, ::-2] | x[...] | x[()] | x[:]
x[1.0] | x[:, None, 1:][:, 0, ...] | x[-1] | x.T | x.mT | x[0].T | x[0, 0].T | x.reshape(4, 3)
x.reshape(-1) | x[:, :2].reshape(3, 2, 1) | x.reshape((2, -1)) | x.view() | x.ravel() | x.squeeze()
x[:1].squeeze() | x.swapaxes(0, 1) | x.transpose(1, 0) | x.transpose((1, 0)) | x.diagonal(1)
np.squeeze(x) | np.squeeze(x[:, :1]) | np.squeeze(x, ()) | np.squeeze(x[:1], 0)
np.transpose(x, [1, 0]) | np.swapaxes(x, 0, 1) | np.moveaxis(x, 0, 1) | np.moveaxis(x, (0,), (1,))
np.flip(x, 0) | np.flip(x, (0, 1)) | np.flip(x, ()) | np.diagonal(x) | np.reshape(x, (4, 3))
np.ravel(x) | np.broadcast_to(x, (2, 3, 4)) | np.broadcast_to(x, (3, 4))
np.broadcast_to(x[0, 0], (2,))
np.split(x, [1, 2], axis=1) | np.split(x, [], 1) | np.split(x, range(1, 3)) | np.array_split(x, 2)
np.broadcast_arrays(x, x[0]) | np.matrix_transpose(x) | np.linalg.matrix_transpose(x)
x.astype(np.float64, copy=False) | as_strided(x[1:], (2,), (-8,))
as_strided(x[1:], (2,), (8,))[1:]
""".replace("\n", "|")

ANSWERS = """
np.asarray(x) | np.array(x) | np.array([x[0, 0]]) | np.ascontiguousarray(x) | np.r_[x[0], x[0]]
np.sum(x, where=x) | np.max(x, initial=1) | x.sum(0, initial=3) | np.exp(x, where=True)
np.mean(x, where=3) | x.any(0, None, True, 5) | np.take(x, [0], axis=0, mode="clip")
np.multiply.at(x, 0, 1) | np.maximum.reduce(x) | [1, 2, 3][x[0, 0]] | range(3)[x[0, 0]]
len(x[0, 0]) | iter(x[0, 0]) | bool(x) | hash(x) | x.ctypes | x.__array_interface__ | x.itemset
x.flags.writeable | x.flags.c_contiguous | x.item(0) | x[5] | x[:, 5] | x[(slice(None),) * 3]
x[0, 0][0:] | x.fill(np.ones(2)) | x.__setitem__(..., np.ones((3, 4))) | np.squeeze(x, 1)
np.where(True, x, 1) | x @ np.ones((4, 2)) | np.ones((2, 3)) @ x | np.unstack(x) | np.stack([x, 1])
np.argsort(x, kind="quicksort") | x.argsort(order=None) | np.sort(x, stable=True)
np.result_type(x, 1.0) | np.result_type(x[0, 0], np.float32) | np.broadcast_shapes(x.shape, (1, 4))
np.shape(x) | np.ndim(x) | np.size(x) | np.iscomplexobj(x) | np.isscalar(x) | x.nbytes | x.itemsize
np.sum(x[0, 0], 0) | np.max(x[0, 0], -1) | np.argmax(x[0, 0], 0) | np.mean(x[0, 0], 0)
np.prod(x[0, 0], 0) | np.flip(x[0, 0], 0) | np.roll(x[0, 0], 1, 0) | np.moveaxis(x[0, 0], 0, 0)
np.sum(x, 5) | np.sum(x, (0, 0)) | np.concatenate([]) | x.reshape(5) | np.random.permutation(x)
np.lib.stride_tricks.as_strided(x, (2,), (8,)) | np.copyto(x[0], x, casting="no", order=3)
""".replace("\n", "|")


def asked(text):
    """The expressions, one by one."""
    return [each.strip() for each in text.split("|") if each.strip()]


def answer(expression, x, as_strided):
    """What it gives, in words: of an array its layout, of an error its kind."""
    try:
        return told(eval(expression, {"np": np, "x": x, "as_strided": as_strided}), x)
    except Exception as error:
        return type(error).__name__


def told(found, x):
    if isinstance(found, type(x)):
        whose = "x" if found.base is x else "none" if found.base is None else "another"
        whose = "itself" if found is x else whose
        apart = found.data.ptr - x.data.ptr if found.size else 0
        return f"{found.shape} {found.strides} from {apart} base {whose}"
    if isinstance(found, (list, tuple)) and any(isinstance(part, type(x)) for part in found):
        return [told(part, x) for part in found]
    return repr(found)
