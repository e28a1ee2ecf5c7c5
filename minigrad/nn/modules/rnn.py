"""Recurrent layers: a step for each moment, and each step on what the one before left behind.

Read the steps first: `rnn_step`, `lstm_step`, `gru_step` are the formulas of the papers. To each a
state is given, a tuple, and what the moment contributes, ``W_ih x + b_ih``: no moment waits for
another there, so a layer computes that for all of them in one product. `RNNBase` has the loop.
"""

from __future__ import annotations

import math
from typing import Any

from ..._warn import warn
from ...creation.filled import empty, zeros
from ...dtype import dtype as DType
from ...ops.activation import sigmoid
from ...ops.functions import tanh
from ...ops.joining import cat, chunk, split, stack, unbind
from ...ops.piecewise import relu
from ...ops.slices import index_select
from ...tensor import Tensor
from .. import functional, init
from ..functional import linear
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from .module import Module, differing

__all__ = ["GRU", "LSTM", "RNN", "GRUCell", "LSTMCell", "RNNBase", "RNNCell", "RNNCellBase"]

State = tuple[Tensor, ...]


def rnn_step(x: Tensor, state: State, weight: Tensor, bias: Any, bend: Any = tanh) -> State:
    """``h' = tanh(W_ih x + b_ih + W_hh h + b_hh)``.

    Args:
        x: ``W_ih x + b_ih``, ``(N, hidden_size)``.
        state: ``(h,)``, h as large as `x`.
        weight: ``W_hh``.
        bias: ``b_hh``, or None.
        bend: Another nonlinearity in place of the tanh.

    Source: J. Elman, "Finding structure in time", 1990.
    """
    (h,) = state
    return (bend(x + linear(h, weight, bias)),)


def lstm_step(x: Tensor, state: State, weight: Tensor, bias: Any) -> State:
    """A memory c, of which gates decide what is forgotten, what is new and what shows.

    ``i, f, o = sigmoid(...)`` and ``g = tanh(...)``, each of a quarter of ``W_ih x + b_ih + W_hh h
    + b_hh``; then ``c' = f c + i g`` and ``h' = o tanh(c')``.

    Args:
        x: ``W_ih x + b_ih``, ``(N, 4 * hidden_size)``, in the order i, f, g, o.
        state: ``(h, c)``, each ``(N, hidden_size)``.
        weight: ``W_hh``.
        bias: ``b_hh``, or None.

    Source: S. Hochreiter and J. Schmidhuber, "Long short-term memory", 1997; the forget gate: F.
    Gers, J. Schmidhuber and F. Cummins, "Learning to forget", 2000.
    """
    h, c = state
    i, f, g, o = chunk(x + linear(h, weight, bias), 4, -1)
    c = sigmoid(f) * c + sigmoid(i) * tanh(g)
    return sigmoid(o) * tanh(c), c


def gru_step(x: Tensor, state: State, weight: Tensor, bias: Any) -> State:
    """A state that moves towards a new one, as far as the gate z lets it.

    ``r, z = sigmoid(...)`` and ``n = tanh(W_in x + b_in + r (W_hn h + b_hn))``; then ``h' = (1 - z)
    n + z h``.

    Args:
        x: ``W_ih x + b_ih``, ``(N, 3 * hidden_size)``, in the order r, z, n.
        state: ``(h,)``, ``(N, hidden_size)``.
        weight: ``W_hh``.
        bias: ``b_hh``, or None.

    Source: K. Cho et al., "Learning phrase representations using RNN encoder-decoder", 2014.
    """
    (h,) = state
    x_r, x_z, x_n = chunk(x, 3, -1)
    h_r, h_z, h_n = chunk(linear(h, weight, bias), 3, -1)
    r, z = sigmoid(x_r + h_r), sigmoid(x_z + h_z)
    n = tanh(x_n + r * h_n)
    return ((1 - z) * n + z * h,)


class _Recurrent(Module):
    """What layers and cells share: weights as wide as a step needs them, and where a state begins.

    Attributes:
        _gates: how many vectors of ``hidden_size`` numbers a step takes from its input.
        _states: how many a state has.
    """

    hidden_size: int
    _gates = 1
    _states = 1
    _step: Any

    def _weights(self, end: str, width: int, bias: bool, device: Any, dtype: Any) -> None:
        """Register what one step needs: ``weight_ih``, ``weight_hh`` and so on, then `end`."""
        rows = self._gates * self.hidden_size
        shapes = {"weight_ih": (rows, width), "weight_hh": (rows, self.hidden_size)}
        for name, shape in {**shapes, "bias_ih": (rows,), "bias_hh": (rows,)}.items():
            wanted = bias or len(shape) == 2
            x = Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None
            self.register_parameter(name + end, x)

    def _read(self, end: str) -> Any:
        """What `_weights` registered."""
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        return (getattr(self, name + end) for name in names)

    def reset_parameters(self) -> None:
        """Draw all between ``-1/sqrt(hidden_size)`` and ``1/sqrt(hidden_size)``."""
        bound = 1 / math.sqrt(self.hidden_size)
        for x in self.parameters():
            init.uniform_(x, -bound, bound)

    def _begin(self, hx: Any, like: Tensor, *lead: int) -> State:
        """The state at the beginning, ``(*lead, hidden_size)``: zeros, unless it is given."""
        shape = (*lead, self.hidden_size)
        if hx is None:
            return (zeros(shape, dtype=like.dtype, device=like.device),) * self._states
        state = (hx,) if self._states == 1 else tuple(hx)
        for place, x in enumerate(state):
            if tuple(x.shape) != shape:
                which = "" if self._states == 1 else f"[{place}]"
                raise RuntimeError(f"Expected hidden{which} size {shape}, got {list(x.shape)}")
        return state

    def _given(self, state: State) -> Any:
        """A state as PyTorch returns it: a single tensor by itself."""
        return state if self._states > 1 else state[0]


class RNNBase(_Recurrent):
    """What all recurrent layers have in common: the arguments are explained at `RNN`."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        if proj_size:
            raise NotImplementedError("minigrad has no proj_size: put a Linear behind the layer.")
        if dropout and num_layers == 1:
            warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero "
                f"dropout expects num_layers greater than 1, but got dropout={dropout} and "
                f"num_layers={num_layers}"
            )
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self._ends = ("", "_reverse") if bidirectional else ("",)
        for layer in range(num_layers):
            width = hidden_size * len(self._ends) if layer else input_size
            for end in self._ends:
                self._weights(f"_l{layer}{end}", width, bias, device, dtype)
        self.reset_parameters()

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The parameters, weights before biases: a list for each layer and direction."""
        ends = [f"_l{layer}{end}" for layer in range(self.num_layers) for end in self._ends]
        return [[x for x in self._read(end) if x is not None] for end in ends]

    def forward(self, input: Tensor, hx: Any = None) -> tuple[Tensor, Any]:
        """Through time, layer by layer.

        Args:
            input: ``(L, N, input_size)``, or ``(L, input_size)`` for one sequence; with
                `batch_first` ``(N, L, input_size)``. Or a `PackedSequence`.
            hx: The state to begin with, ``(num_layers * directions, N, hidden_size)`` or without N;
                zeros if None. For an `LSTM` a pair of these, h and c.

        Returns:
            The h of the last layer at all moments, in the form of `input`; and the state of every
            layer at the last moment of each sequence, in the form of `hx`.

        Raises:
            RuntimeError: If a size does not fit.
            ValueError: If `input` has more dimensions, or fewer.
        """
        if isinstance(input, PackedSequence):
            return self._packed(input, hx)
        if input.dim() not in (2, 3):
            name = type(self).__name__
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {input.ndim}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.shape[-1]}"
            )
        turned = self.batch_first and input.ndim == 3
        x = input.transpose(0, 1) if turned else input
        begin = self._begin(hx, x, self.num_layers * len(self._ends), *x.shape[1:-1])
        x, state = self._through(x, begin)
        return x.transpose(0, 1) if turned else x, self._given(state)

    def _packed(self, input: PackedSequence, hx: Any) -> tuple[PackedSequence, Any]:
        """`forward` of packed sequences: the states stand in their order, not in the batch's."""
        data, batch_sizes, order, back = input
        sizes = batch_sizes.tolist()
        begin = self._begin(hx, data, self.num_layers * len(self._ends), sizes[0])
        if hx is not None and order is not None:
            begin = tuple(index_select(x, 1, order) for x in begin)
        out, state = self._through(data, begin, sizes)
        if back is not None:
            state = tuple(index_select(x, 1, back) for x in state)
        return PackedSequence(out, batch_sizes, order, back), self._given(state)

    def _through(
        self, x: Tensor, begin: State, sizes: list[int] | None = None
    ) -> tuple[Tensor, State]:
        """``(L, N, input_size)`` through all layers; each direction sees all moments of `x`.

        Of packed sequences, `sizes` are the batch sizes.
        """
        states: list[State] = []
        for layer in range(self.num_layers):
            if layer:
                x = functional.dropout(x, self.dropout, self.training)
            outputs = []
            for end in self._ends:
                state = tuple(part[len(states)] for part in begin)
                output, state = self._along(x, state, f"_l{layer}{end}", bool(end), sizes)
                outputs.append(output)
                states.append(state)
            x = cat(outputs, -1) if len(outputs) > 1 else outputs[0]
        return x, tuple(stack(parts) for parts in zip(*states))

    def _along(
        self, x: Tensor, begin: State, end: str, backwards: bool, sizes: list[int] | None
    ) -> tuple[Tensor, State]:
        """The loop over time."""
        weight_ih, weight_hh, bias_ih, bias_hh = self._read(end)
        x = linear(x, weight_ih, bias_ih)
        moments = unbind(x) if sizes is None else split(x, sizes)
        outputs: list[Tensor] = []
        ended: list[State] = []
        state = begin
        if sizes and backwards:  # only the longest begin at the last moment
            state = tuple(part[: sizes[-1]] for part in begin)
        for moment in moments[::-1] if backwards else moments:
            if sizes and len(moment) != len(state[0]):
                state = _meeting(state, len(moment), begin, ended)
            state = self._step(moment, state, weight_hh, bias_hh)
            outputs.append(state[0])
        outputs = outputs[::-1] if backwards else outputs
        if ended:  # the first to end are the last of the batch
            state = tuple(cat(parts) for parts in zip(state, *ended[::-1]))
        return stack(outputs) if sizes is None else cat(outputs), state

    def extra_repr(self) -> str:
        """The sizes, and what differs from the default."""
        usual = {"num_layers": 1, "bias": True, "batch_first": False, "dropout": 0.0}
        told = differing(self, {**usual, "bidirectional": False})
        return f"{self.input_size}, {self.hidden_size}{told}"


def _meeting(state: State, count: int, begin: State, ended: list[State]) -> State:
    """The states of the first `count` sequences: what is over joins `ended`, others begin."""
    now = len(state[0])
    if count < now:
        ended.append(tuple(part[count:] for part in state))
        return tuple(part[:count] for part in state)
    return tuple(cat([part, first[now:count]]) for part, first in zip(state, begin))


class RNN(RNNBase):
    """The plain recurrent layer: ``h' = tanh(W_ih x + b_ih + W_hh h + b_hh)``, see `rnn_step`.

    After the same ``manual_seed`` the parameters are PyTorch's.

    Args:
        input_size: How many numbers a moment of the input has.
        hidden_size: How many the state has.
        num_layers: How many layers lie on each other; each reads the states of the one below.
        nonlinearity: ``"tanh"`` or ``"relu"``.
        bias: Whether something is added.
        batch_first: Whether the batch comes first, then time.
        dropout: How likely a number is left out between two layers, while training.
        bidirectional: Whether each layer goes through time backwards as well; both states of a
            moment are then put together, so there are twice as many numbers.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight_ih_l0: ``(hidden_size, input_size)``; layer k has ``weight_ih_lk``, backwards
            ``weight_ih_lk_reverse``.
        weight_hh_l0: ``(hidden_size, hidden_size)``.
        bias_ih_l0, bias_hh_l0: ``(hidden_size,)``, or None.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.RNN(10, 20, batch_first=True)
        >>> output, h = layer(minigrad.ones(3, 5, 10))
        >>> output.shape, h.shape
        (minigrad.Size([3, 5, 20]), minigrad.Size([1, 3, 20]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.RNN.html
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(input_size, hidden_size, num_layers, *args, **kwargs)
        self.nonlinearity = nonlinearity

    def _step(self, x: Tensor, state: State, weight: Tensor, bias: Any) -> State:
        return rnn_step(x, state, weight, bias, _BENDS[self.nonlinearity])


class LSTM(RNNBase):
    """The layer with a long short-term memory: see `lstm_step`; the arguments are `RNN`'s.

    There is no `nonlinearity`. The weights have four times as many rows, for i, f, g and o.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.LSTM(10, 20, num_layers=2)
        >>> output, (h, c) = layer(minigrad.ones(5, 3, 10))
        >>> output.shape, h.shape, c.shape
        (minigrad.Size([5, 3, 20]), minigrad.Size([2, 3, 20]), minigrad.Size([2, 3, 20]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html
    """

    _gates = 4
    _states = 2
    _step = staticmethod(lstm_step)


class GRU(RNNBase):
    """The layer of gated units: see `gru_step`; the arguments are `RNN`'s, without `nonlinearity`.

    The weights have three times as many rows, for r, z and n.

    Example:
        >>> import minigrad
        >>> minigrad.nn.GRU(10, 20, bidirectional=True)(minigrad.ones(5, 3, 10))[0].shape
        minigrad.Size([5, 3, 40])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GRU.html
    """

    _gates = 3
    _step = staticmethod(gru_step)


class RNNCellBase(_Recurrent):
    """What all cells have in common: the arguments are explained at `RNNCell`."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self._weights("", input_size, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Tensor, hx: Any = None) -> Any:
        """One step: ``(N, input_size)`` and a state ``(N, hidden_size)`` to the next state.

        Both also without N; a state that is None is zeros. For an `LSTMCell` it is a pair.
        """
        weight_ih, weight_hh, bias_ih, bias_hh = self._read("")
        begin = self._begin(hx, input, *input.shape[:-1])
        return self._given(self._step(linear(input, weight_ih, bias_ih), begin, weight_hh, bias_hh))

    def extra_repr(self) -> str:
        """The sizes, and what differs from the default."""
        return f"{self.input_size}, {self.hidden_size}{differing(self, {'bias': True})}"


class RNNCell(RNNCellBase):
    """One step of an `RNN`, for loops of one's own: see `rnn_step`.

    Args:
        input_size: How many numbers the input has.
        hidden_size: How many the state has.
        bias: Whether something is added.
        nonlinearity: ``"tanh"`` or ``"relu"``.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Example:
        >>> import minigrad
        >>> cell, h = minigrad.nn.RNNCell(10, 20), None
        >>> for x in minigrad.ones(5, 3, 10):
        ...     h = cell(x, h)
        >>> h.shape
        minigrad.Size([3, 20])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.RNNCell.html
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    _step = RNN._step

    def extra_repr(self) -> str:
        """The sizes, and what differs from the default."""
        return super().extra_repr() + differing(self, {"nonlinearity": "tanh"})


class LSTMCell(RNNCellBase):
    """One step of an `LSTM`: see `lstm_step`; the arguments are `RNNCell`'s, but `nonlinearity`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTMCell.html
    """

    _gates = 4
    _states = 2
    _step = staticmethod(lstm_step)


class GRUCell(RNNCellBase):
    """One step of a `GRU`: see `gru_step`; the arguments are `RNNCell`'s, but `nonlinearity`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GRUCell.html
    """

    _gates = 3
    _step = staticmethod(gru_step)


_BENDS = {"tanh": tanh, "relu": relu}
