"""Optimizer: what every optimizer has, parameters in groups, options for each, and a memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Any

import numpy as np

from .._warn import warn
from ..nn.parameter import clear_grads, typename
from ..tensor import Tensor
from ._checks import check
from ._hooks import Hooked

Group = dict[str, Any]

_EMPTY = "optimizer got an empty parameter list\nDoes the model have parameters? Are they used up?"
_LEAVES = "Give the optimizer what it is computed from, or tensor.detach().requires_grad_()."
_NO_LIST = "params argument given to the optimizer should be an iterable of Tensors or dicts"
_NO_TENSOR = "optimizer can only optimize Tensors, but one of the params is "
_NAMES = "all optimizer params should be with/without names. Some param names are missing"
_GROUP_NAMES = "all optimizer param groups should be with/without names."
_OTHER_GROUPS = "loaded state dict has a different number of parameter groups"
_OTHER_SIZES = "loaded state dict contains a parameter group that doesn't match the size of "


class Optimizer(Hooked):
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

    def __init_subclass__(cls) -> None:
        """Have every step leave a note and run hooks, as silent as PyTorch where it overflows."""
        if "step" in vars(cls):
            setattr(cls, "step", _noted(vars(cls)["step"]))  # noqa: B010

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError(f"{_NO_LIST}, but got {typename(params)}\nPut it into a list.")
        self._init_hooks()
        self.defaults = defaults
        self.state: defaultdict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[Group] = []
        groups = list(params)
        check(groups, _EMPTY)
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
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        names = [param[0] for param in params if isinstance(param, tuple)]
        check(len(names) in (0, len(params)), _NAMES)
        params = param_group["params"] = [p[1] if isinstance(p, tuple) else p for p in params]
        if names:
            param_group["param_names"] = names
        for param in params:
            _check(param)
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        if len(set(params)) < len(params):
            warn("optimizer contains a group with duplicate parameters")
        for group in self.param_groups:
            check(bool(names) is ("param_names" in group), _GROUP_NAMES)
            apart = set(params).isdisjoint(group["params"])
            check(apart, "some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def state_dict(self) -> dict[str, Any]:
        """All options, and what is remembered, with numbers in place of the parameters.

        Returns:
            ``{"state": {0: {...}, ...}, "param_groups": [{"lr": ..., "params": [0, ...]}, ...]}``.
        """
        self._run_hooks("state_pre")
        places = {param: place for place, param in enumerate(self._all_params())}
        groups = []
        for group in self.param_groups:
            options = {name: option for name, option in group.items() if name != "params"}
            groups.append({**options, "params": [places[param] for param in group["params"]]})
        state = {places.get(param, param): memory for param, memory in self.state.items()}
        return self._run_hooks("state_post", {"state": state, "param_groups": groups})

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over options and memory from another optimizer's `state_dict`.

        The options are copied. Remembered tensors are not, unless their type or place differs from
        the parameter's: steps change them in the dict too. To load it twice, load a
        ``copy.deepcopy`` of it.

        Args:
            state_dict: Of an optimizer with as many groups, and as many parameters in each.

        Raises:
            ValueError: If the groups do not match.
        """
        state_dict = self._run_hooks("load_pre", state_dict.copy())
        groups = deepcopy(state_dict["param_groups"])
        counts, mine = ([len(group["params"]) for group in x] for x in (groups, self.param_groups))
        alike = f"\nIt has groups of {counts} parameters, not of {mine}."
        check(len(counts) == len(mine), _OTHER_GROUPS + alike)
        check(counts == mine, f"{_OTHER_SIZES}optimizer's group{alike}")
        places = [place for group in groups for place in group["params"]]
        state: defaultdict[Any, Any] = defaultdict(dict)
        for place, param in zip(places, self._all_params()):
            if place in state_dict["state"]:
                state[param] = _like_param(state_dict["state"][place], param)
        for group, own in zip(groups, self.param_groups):
            group["params"] = own["params"]
            if "param_names" in own:
                group.setdefault("param_names", own["param_names"])
        self.__setstate__({"state": state, "param_groups": groups})
        self._run_hooks("load_post")

    def __getstate__(self) -> dict[str, Any]:
        """What a copy and a pickle take along: all but the hooks."""
        return {name: value for name, value in vars(self).items() if name != "_hooks"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; an option that did not exist then is as in `defaults`."""
        self.__dict__.update(state)
        if "_hooks" not in vars(self):  # a copy, or out of a pickle
            self._init_hooks()
        for group in self.param_groups:
            for name, default in self.defaults.items():
                group.setdefault(name, default)

    def _all_params(self) -> list[Tensor]:
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
            if type(self).step is not noted:  # called by the step of a subclass, which has them run
                return step(self, *args, **given)
            return self._step_with_hooks(step, (self, *args), given)

    return noted


def _check(param: Any) -> None:
    if not isinstance(param, Tensor):
        raise TypeError(_NO_TENSOR + typename(param))
    if not (param.is_leaf or param.retains_grad):
        made = f"can't optimize a non-leaf Tensor\nIt is made by {param.grad_fn.name()}"
        raise ValueError(f"{made}. {_LEAVES}")


def _like_param(memory: dict[str, Any], param: Tensor) -> dict[str, Any]:
    """What is remembered of `param`, with all tensors in the type and in the place of `param`.

    The number of steps stays as it is: float16 would lose count at 2048.
    """
    return {
        name: x if name == "step" or not isinstance(x, Tensor) else x.to(param.device, param.dtype)
        for name, x in memory.items()
    }
