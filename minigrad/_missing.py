"""What PyTorch has and minigrad leaves out: who asks for it by name is told the way round.

The error is an AttributeError, so ``hasattr`` is False, and a program that looks first goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

_DENSE = "every tensor is dense; zeros, and x[indices] = values, make one of places and values"
_GAMMA = "its draws are left out; Normal, LogNormal and Uniform are there, and lgamma for a density"
_VOLUMES = (
    "layers are of one and two dimensions; the slices of a volume can be channels of pictures"
)
_BATCHES_OF_VOLUMES = (
    "x.flatten(2, 3) is a picture with the same numbers in each channel: take {}2d"
)
_PROCESS = "everything runs in one process"
_CTC = "write its recursion over time with logaddexp; with a label for each moment, cross_entropy"
_FUSED = "in eval() both layers give the same result one after the other"
_UNPOOLED = "zeros(n, c, h * w).scatter(2, indices.flatten(2), x.flatten(2)) puts them back"

WAYS_ROUND = {
    **dict.fromkeys(("AdaptiveAvgPool3d", "AdaptiveMaxPool3d", "AvgPool3d"), _VOLUMES),
    **dict.fromkeys(("Conv3d", "ConvTranspose3d", "MaxPool3d"), _VOLUMES),
    **dict.fromkeys(("avg_pool3d", "conv3d", "conv_transpose3d", "max_pool3d"), _VOLUMES),
    **dict.fromkeys(("CTCLoss", "ctc_loss"), _CTC),
    **dict.fromkeys(("MaxUnpool2d", "max_unpool2d"), _UNPOOLED),
    **dict.fromkeys(("fuse_conv_bn_eval", "fuse_linear_bn_eval"), _FUSED),
    "ASGD": "SGD moves the parameters, and optim.swa_utils.AveragedModel keeps their mean",
    "Adafactor": "AdamW scales each element too, and remembers more",
    "AdaptiveLogSoftmaxWithLoss": "a Linear and CrossEntropyLoss compute all classes",
    "BatchNorm3d": _BATCHES_OF_VOLUMES.format("BatchNorm"),
    "Beta": _GAMMA,
    "Binomial": _GAMMA,
    "DistributedDataParallel": "everything runs in one process; call the module itself",
    "Dirichlet": _GAMMA,
    "DistributedSampler": f"{_PROCESS}; RandomSampler draws from all",
    "Gamma": _GAMMA,
    "InstanceNorm3d": _BATCHES_OF_VOLUMES.format("InstanceNorm"),
    "Muon": "SGD(nesterov=True) and AdamW are there",
    "Poisson": _GAMMA,
    "RReLU": "LeakyReLU has a fixed slope, PReLU one that is learned",
    "Rprop": "RMSprop is its form for batches",
    "SparseAdam": "every gradient is dense: Adam",
    "StudentT": _GAMMA,
    "SyncBatchNorm": f"{_PROCESS}; BatchNorm2d sees the whole batch",
    "aminmax": "amin and amax give the two",
    "cummax": "max of x[: k + 1] is its k-th element",
    "cummin": "min of x[: k + 1] is its k-th element",
    "complex": "numbers are real; keep the two parts along a dimension of size 2",
    "compile": "nothing is compiled; call the function or the module itself",
    "distributed": "everything runs in one process, on one device",
    "fft": "numpy.fft transforms x.numpy(), unrecorded",
    "hub": "build the module, and give load_state_dict what torch.load read",
    "jit": "nothing is compiled; keep the class, and save the module's state_dict()",
    "onnx": "load the module's state_dict() into the same module of PyTorch, and export that",
    "prune": "nn.utils.parametrize.register_parametrization, of a module that multiplies by a mask",
    "set_": "x.data = y.data has x show the memory of y",
    "sparse_coo_tensor": _DENSE,
    "spectral_norm": "nn.utils.parametrizations.spectral_norm(layer) does the same",
    "stateless": "func.functional_call(module, parameters, args) is its newer name",
    "stft": "x.unfold(-1, n_fft, hop_length) has the windows, and numpy.fft transforms them",
    "tensorboard": "print the numbers, or keep them in a list; viz draws graphs",
    "to_sparse": _DENSE,
}


def error(owner: str, name: str, obj: object = None) -> AttributeError:
    """The error of an attribute that is not there, with what to do instead where that is known.

    Example:
        >>> import minigrad
        >>> minigrad.set_  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        AttributeError: module 'minigrad' has no attribute 'set_': x.data = y.data has x show ...
        >>> hasattr(minigrad, "jit")
        False
    """
    hint = f": {WAYS_ROUND[name]}." if name in WAYS_ROUND else ""
    return AttributeError(f"{owner} has no attribute {name!r}{hint}", name=name, obj=obj)


def of_module(owner: str) -> Callable[[str], NoReturn]:
    """The ``__getattr__`` of a module: it says what to do instead, where that is known."""

    def refuse(name: str) -> NoReturn:
        raise error(f"module {owner!r}", name)

    return refuse


def method(name: str) -> property:
    """A method of a tensor that is not there: asking for it is the error."""

    def refuse(self: object) -> NoReturn:
        raise error("'Tensor' object", name, self)

    return property(refuse, doc="Left out: who asks for it is told the way round.")
