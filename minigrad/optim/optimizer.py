"""Optimizer: what every optimizer has, parameters in groups, options for each, and a memory."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Any

import numpy as np

from ..nn.parameter import clear_grads, typename
from ..tensor import Tensor

Group = dict[str, Any]


class Optimizer:
    """Base of all optimizers: a subclass gives the options' defaults and writes `step`.

    Args:
        params: Tensors to train, or pairs of a name and a tensor, as ``named_parameters()`` gives
            them; or dicts, each a group with its own options: ``{"params": [...], "lr": 0.1}``.
        defaults: The options that hold for groups without their own.

    Attributes:
        param_groups: The groups, with all options filled in; a schedule may change them.
        state: What the optimizer remembers of each parameter.

    Raises:
        TypeError: If `params` is a single tensor, or something in it is no tensor.
        ValueError: If there are no parameters, one is no leaf or in two groups, or only some have
            names.

    Source: https://docs.pytorch.org/docs/stable/optim.html#torch.optim.Optimizer
    """

    # Whether it took a step since it has a schedule, which is to follow; None without one.
    _opt_called: bool | None = None

    def __init_subclass__(cls, **given: Any) -> None:
        """Let every step leave a note, and be as silent as PyTorch where it overflows."""
        super().__init_subclass__(**given)
        if "step" in vars(cls):
            setattr(cls, "step", _noted(vars(cls)["step"]))  # noqa: B010

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {typename(params)}\nPut it into a list."
            )
        self.defaults = defaults
        self.state: defaultdict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[Group] = []
        groups = list(params)
        if not groups:
            raise ValueError(
                "optimizer got an empty parameter list\nDoes the model have parameters, or has its "
                "parameters() been used up already?"
            )
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters once, by their gradients; each kind of optimizer has its own way.

        Args:
            closure: Computes the loss and its gradients anew.

        Returns:
            What `closure` returned.
        """
        raise NotImplementedError(f"{type(self).__name__} has no step: a subclass writes it")

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Let go of all gradients, or they add up; with ``set_to_none=False``, make them 0."""
        for group in self.param_groups:
            clear_grads(group["params"], set_to_none)

    def add_param_group(self, param_group: Group) -> None:
        """Train more parameters, with options of their own.

        Args:
            param_group: ``"params"``, a tensor or several, with names or without, and options of
                their own.

        Raises:
            TypeError: If it is no dict, or something under ``"params"`` is no tensor.
            ValueError: If a parameter is no leaf, or in another group already, or if only some
                parameters have names.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        _split_names(param_group, _listed(param_group["params"]))
        params = param_group["params"]
        for param in params:
            _check(param)
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        if len(set(params)) < len(params):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this "
                "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
                "information",
                UserWarning,
                stacklevel=3,
            )
        if any(_is_named(group) is not _is_named(param_group) for group in self.param_groups):
            raise ValueError(
                "all optimizer param groups should be with/without names. cannot add param group "
                f"{'with' if _is_named(param_group) else 'without'} names to the optimizer"
            )
        if any(not set(params).isdisjoint(group["params"]) for group in self.param_groups):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def state_dict(self) -> dict[str, Any]:
        """All options, and what is remembered, with numbers in place of the parameters.

        Returns:
            ``{"state": {0: {...}, ...}, "param_groups": [{"lr": ..., "params": [0, ...]}, ...]}``.
        """
        places = {param: place for place, param in enumerate(self._params())}
        groups = [
            {**_options(group), "params": [places[param] for param in group["params"]]}
            for group in self.param_groups
        ]
        state = {places.get(param, param): memory for param, memory in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over options and memory from another optimizer's `state_dict`.

        The options are copied. Remembered tensors are not, unless their type or place differs from
        the parameter's: steps change them in the dict too. To load it twice, load a
        ``copy.deepcopy`` of it.

        Args:
            state_dict: Of an optimizer with as many groups, and as many parameters in each. What it
                remembers of other things than these parameters is kept as it is.

        Raises:
            ValueError: If the groups do not match.
        """
        groups = deepcopy(state_dict["param_groups"])
        if len(groups) != len(self.param_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups\n"
                f"It has {len(groups)}, not {len(self.param_groups)}."
            )
        sizes = [[len(group["params"]) for group in each] for each in (groups, self.param_groups)]
        if sizes[0] != sizes[1]:
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                f"optimizer's group\nIt has {sizes[0]} parameters, not {sizes[1]}."
            )
        places = [place for group in groups for place in group["params"]]
        params = dict(zip(places, self._params()))
        state: defaultdict[Any, Any] = defaultdict(dict)
        for place, memory in state_dict["state"].items():
            if place in params:
                state[params[place]] = _fitted(memory, params[place])
            else:
                state[place] = memory
        for group, mine in zip(groups, self.param_groups):
            group["params"] = mine["params"]
            if _is_named(mine):
                group.setdefault("param_names", mine["param_names"])
        self.__setstate__({"state": state, "param_groups": groups})

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; an option that did not exist then is as in `defaults`."""
        self.__dict__.update(state)
        for group in self.param_groups:
            for name, default in self.defaults.items():
                group.setdefault(name, default)

    def _params(self) -> list[Tensor]:
        return [param for group in self.param_groups for param in group["params"]]

    def __repr__(self) -> str:
        groups = []
        for place, group in enumerate(self.param_groups):
            options = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
            groups.append(f"\nParameter Group {place}\n{''.join(options)}")
        return f"{type(self).__name__} ({''.join(groups)})"


def _noted(step: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(step)
    def noted(self: Optimizer, *args: Any, **given: Any) -> Any:
        if self._opt_called is False:
            self._opt_called = True
        with np.errstate(all="ignore"):
            return step(self, *args, **given)

    return noted


def _listed(params: Any) -> list[Any]:
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of "
            "tensors in sets will change between runs. Please use a list instead."
        )
    return [params] if isinstance(params, Tensor) else list(params)


def _split_names(group: Group, params: list[Any]) -> None:
    """Enter `params` in their group, and the names that came with them beside."""
    names = [param[0] for param in params if isinstance(param, tuple)]
    group["params"] = [param[1] if isinstance(param, tuple) else param for param in params]
    if names:
        if len(names) < len(params):
            raise ValueError(
                "all optimizer params should be with/without names. Some param names are missing"
            )
        group["param_names"] = names


def _is_named(group: Group) -> bool:
    return "param_names" in group


def _check(param: Any) -> None:
    if not isinstance(param, Tensor):
        raise TypeError(
            f"optimizer can only optimize Tensors, but one of the params is {typename(param)}"
        )
    if not (param.is_leaf or param.retains_grad):
        raise ValueError(
            "can't optimize a non-leaf Tensor\nIt is computed from others, here by "
            f"{param.grad_fn.name()}. Give the optimizer those, or make a leaf of it: "
            "tensor.detach().requires_grad_()."
        )


def _options(group: Group) -> Group:
    return {name: value for name, value in group.items() if name != "params"}


def _fitted(value: Any, param: Tensor, name: Any = None) -> Any:
    """What is remembered of `param`, with all tensors in the type and in the place of `param`.

    The number of steps stays as it is: float16 would lose count at 2048.
    """
    if isinstance(value, dict):
        return {key: _fitted(part, param, key) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_fitted(part, param) for part in value)
    if not isinstance(value, Tensor) or name == "step":
        return value
    return value.to(param.device, param.dtype if param.is_floating_point() else value.dtype)
