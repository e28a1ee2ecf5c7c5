"""A function of one sample, applied to a whole batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.wrap import is_tensor
from ..ops.joining import stack
from ..random import get_rng_state, set_rng_state
from ._tree import filled, leaves, mapped, shape_of

__all__ = ["vmap"]


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """The function that applies `func` to each sample of a batch and stacks the results.

    Here it is a plain loop over the samples: as quick as one that you write, and not as quick as
    operations on the whole batch. What PyTorch refuses inside, ``.item()`` and branches that depend
    on numbers, works.

    Args:
        func: Takes tensors without the dimension of the batch, and returns tensors; both may be in
            dicts, lists and tuples.
        in_dims: Which dimension of the arguments is the batch: a number for all, or a tuple with a
            number for each, None for one that is the same for all samples.
        out_dims: Where the dimension of the batch is put in the results; None for one that is the
            same for all samples.
        randomness: ``"error"`` refuses random numbers, ``"different"`` draws for each sample,
            ``"same"`` gives all the same ones.
        chunk_size: Makes no difference here.

    Raises:
        RuntimeError: If there is no such `randomness`; when called, if random numbers are drawn
            though it is ``"error"``.
        ValueError: When called, if the dimensions do not fit what is given or returned, or there
            are no samples.

    Example:
        >>> import minigrad
        >>> from minigrad.func import grad, vmap
        >>> w, x = minigrad.ones(2), minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> vmap(grad(lambda w, x: (w * x).sum() ** 2), in_dims=(None, 0))(w, x)
        tensor([[ 6., 12.],
                [42., 56.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.vmap.html
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}"
        )
    name = getattr(func, "__name__", repr(func))

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        dims = _input_dims(name, in_dims, args)
        given = leaves(args)
        count = _batch_size(given, dims)
        before = get_rng_state()
        results = []
        for n in range(count):
            if randomness == "same":
                set_rng_state(before)
            sample = [x if d is None else x.select(d, n) for x, d in zip(given, dims)]
            results.append(func(*filled(args, sample), **kwargs))
        if randomness == "error" and (get_rng_state() != before).any():
            set_rng_state(before)
            raise RuntimeError(
                "vmap: called random operation while in randomness error mode. Please either use "
                "the 'same' or 'different' randomness flags on vmap or perform the randomness "
                "operation out of vmap"
            )
        return _stacked(name, results, out_dims)

    return wrapper


def _input_dims(name: str, in_dims: Any, args: tuple[Any, ...]) -> list[Any]:
    """Which dimension of each tensor is the batch, once it is known that they have it."""
    begin = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>):"
    if not args:
        raise ValueError(
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are "
            "trying to vmap over a function with no inputs. The latter is unsupported."
        )
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{begin} expected `in_dims` to be int or a (potentially nested) tuple matching the "
            f"structure of inputs, got: {type(in_dims)}."
        )
    dims = _spread(in_dims, args)
    if dims is None:
        raise ValueError(
            f"{begin} in_dims is not compatible with the structure of `inputs`. in_dims has "
            f"structure {shape_of(in_dims)} but inputs has structure {shape_of(args)}."
        )
    _check_inputs(begin, leaves(args), dims)
    return dims


def _check_inputs(begin: str, given: list[Any], dims: list[Any]) -> None:
    """What has a dimension of the batch must be a tensor, and have it."""
    for x, d in zip(given, dims):
        if d is not None and not is_tensor(x):
            raise ValueError(
                f"{begin} Got in_dim={d} for an input but the input is of type {type(x)}. We "
                "cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
            )
        if d is not None and not -x.ndim <= d < x.ndim:
            raise ValueError(
                f"{begin} Got in_dim={d} for some input, but that input is a Tensor of "
                f"dimensionality {x.ndim} so expected in_dim to satisfy -{x.ndim} <= in_dim < "
                f"{x.ndim}."
            )


def _batch_size(given: list[Any], dims: list[Any]) -> int:
    """How many samples there are."""
    sizes = [x.shape[d] for x, d in zip(given, dims) if d is not None]
    if not sizes:
        raise ValueError("vmap: no argument has a dimension of the batch: all of in_dims are None.")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    if not sizes[0]:
        raise ValueError("vmap: the batch is empty, so that it is not known what the results are.")
    return int(sizes[0])


def _stacked(name: str, results: list[Any], out_dims: Any) -> Any:
    """What the samples gave, put together in the form of one of them."""
    dims = _spread(out_dims, results[0])
    if dims is None:
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with "
            f"the structure of `outputs`. out_dims has structure {shape_of(out_dims)} but outputs "
            f"has structure {shape_of(results[0])}."
        )
    columns = zip(*(leaves(result) for result in results))
    return filled(results[0], [_joined(name, xs, d) for xs, d in zip(columns, dims)])


def _joined(name: str, xs: tuple[Any, ...], dim: int | None) -> Any:
    """One result of all samples."""
    if dim is not None:
        for x in xs:
            if not is_tensor(x):
                raise ValueError(
                    f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. "
                    "Did you mean to set out_dims= to None for output?"
                )
        return stack(xs, dim)
    if is_tensor(xs[0]) and any((x != xs[0]).any() for x in xs):
        raise ValueError(
            f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None"
        )
    return xs[0]


def _spread(dims: Any, tree: Any) -> list[Any] | None:
    """A dimension for each leaf of a tree, from what may say one for many; None if it cannot."""
    if dims is None or isinstance(dims, int):
        return leaves(mapped(lambda _: dims, tree))
    if not isinstance(tree, type(dims)) or len(dims) != len(tree):
        return None
    keys = dims if isinstance(dims, dict) else range(len(dims))
    parts = [_spread(dims[key], tree[key]) for key in keys]
    return None if None in parts else [d for part in parts for d in part]  # type: ignore[union-attr]
