"""Constraints: what a parameter, or a value, of a distribution has to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ops.decompositions import eigvalsh
from ..tensor import Tensor


class Constraint:
    """A condition: where values meet it, and how messages call it.

    Args:
        name: How messages call it.
        check: A function of a tensor that says which of its values meet it.
        event_dim: How many dimensions at the end make one value; `check` gives one answer for each.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import constraints
        >>> constraints.interval(0.0, 1.0)
        Interval(lower_bound=0.0, upper_bound=1.0)
        >>> constraints.positive.check(minigrad.tensor([1.0, 0.0]))
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#module-torch.distributions.constraints
    """

    def __init__(self, name: str, check: Callable[[Tensor], Any], event_dim: int = 0) -> None:
        self.name = name
        self.check = check
        self.event_dim = event_dim

    def __repr__(self) -> str:
        return self.name


def greater_than(lower_bound: Any) -> Constraint:
    """Above a bound."""
    return Constraint(f"GreaterThan(lower_bound={lower_bound})", lambda x: x > lower_bound)


def greater_than_eq(lower_bound: Any) -> Constraint:
    """A bound, or above."""
    return Constraint(f"GreaterThanEq(lower_bound={lower_bound})", lambda x: x >= lower_bound)


def less_than(upper_bound: Any) -> Constraint:
    """Below a bound."""
    return Constraint(f"LessThan(upper_bound={upper_bound})", lambda x: x < upper_bound)


def interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Between two bounds, or one of them."""
    name = f"Interval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x >= lower_bound) & (x <= upper_bound))


def integer_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """A whole number between two bounds, or one of them."""
    name = f"IntegerInterval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x % 1 == 0) & (x >= lower_bound) & (x <= upper_bound))


def independent(base: Constraint, count: int) -> Constraint:
    """What holds where `base` holds for all values along the last `count` dimensions."""

    def check(value: Tensor) -> Tensor:
        holds = base.check(value)
        return holds if count == 0 else holds.flatten(holds.ndim - count).all(-1)

    return Constraint(f"IndependentConstraint({base}, {count})", check, base.event_dim + count)


def _is_simplex(x: Tensor) -> Tensor:
    return (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6)


def _is_one_hot(x: Tensor) -> Tensor:
    return ((x == 0) | (x == 1)).all(-1) & (x.sum(-1) == 1)


def _is_lower_cholesky(x: Tensor) -> Tensor:
    lower = (x.tril() == x).flatten(-2).all(-1)
    return lower & (x.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def _is_positive_definite(x: Tensor) -> Tensor:
    symmetric = (x - x.mT).abs().flatten(-2).amax(-1) <= 1e-6 + 1e-5 * x.abs().flatten(-2).amax(-1)
    return symmetric & (eigvalsh(x) > 0).all(-1)


real = Constraint("Real()", lambda x: x == x)
boolean = Constraint("Boolean()", lambda x: (x == 0) | (x == 1))
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
unit_interval = interval(0.0, 1.0)
nonnegative_integer = Constraint(
    "IntegerGreaterThan(lower_bound=0)", lambda x: (x % 1 == 0) & (x >= 0)
)
real_vector = independent(real, 1)
simplex = Constraint("Simplex()", _is_simplex, 1)
one_hot = Constraint("OneHot()", _is_one_hot, 1)
lower_cholesky = Constraint("LowerCholesky()", _is_lower_cholesky, 2)
positive_definite = Constraint("PositiveDefinite()", _is_positive_definite, 2)
