import numpy as np
import pytest

import minigrad
from minigrad import nn
from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

LAYERS = {
    "rnn": "nn.RNN(3, 4)",
    "rnn_of_all_options": "nn.RNN(3, 4, 2, 'relu', bias=False, dropout=0.5, bidirectional=True)",
    "lstm": "nn.LSTM(3, 4)",
    "lstm_both_ways": "nn.LSTM(3, 4, 2, bidirectional=True)",
    "lstm_batch_first": "nn.LSTM(3, 2, num_layers=2, batch_first=True, dropout=0.3)",
    "gru": "nn.GRU(3, 4, num_layers=2)",
    "gru_batch_first": "nn.GRU(3, 2, bias=False, batch_first=True, bidirectional=True)",
    "gru_in_double": "nn.GRU(3, 2, dtype=lib.float64)",
}
CELLS = {
    "rnn_cell": "nn.RNNCell(3, 4)",
    "rnn_cell_of_all_options": "nn.RNNCell(3, 4, False, 'relu')",
    "lstm_cell": "nn.LSTMCell(3, 4)",
    "gru_cell": "nn.GRUCell(3, 4, bias=False)",
}
OTHERS = {
    "repr": f"[str(m) for m in ({', '.join([*LAYERS.values(), *CELLS.values()])})]",
    "eval_leaves_nothing_out": "nn.GRU(3, 2, 2, dropout=0.9).eval()(x)[0].detach()",
    "one_sequence": "[t.detach() for t in nn.RNN(3, 2, 2, bidirectional=True)(x[0])]",
    "one_sequence_batch_first": "nn.LSTM(3, 2, batch_first=True)(x[0])[0].detach()",
    "one_sequence_from_a_state": "nn.GRU(3, 2)(x[0], lib.ones(1, 2))[0].detach()",
    "dropout_of_a_single_layer": "str(nn.RNN(3, 2, dropout=0.5))",
    "another_width": "nn.LSTM(5, 2)(x)",
    "state_of_another_batch": "nn.GRU(3, 2)(x, lib.zeros(1, 5, 2))",
    "memory_of_another_width": "nn.LSTM(3, 2)(x, (lib.zeros(1, 2, 2), lib.zeros(1, 2, 3)))",
    "of_a_vector": "nn.GRU(3, 2)(x[0, 0])",
    "packed_one_after_the_other": "nn.LSTM(2, 2)(nn.LSTM(3, 2)(packed)[0])[0].data.detach()",
    "packed_where_all_are_alike": "nn.GRU(3, 2, bidirectional=True)("
    "lib.nn.utils.rnn.pack_sequence([x[0], x[1]]))[0].data.detach()",
    "packed_of_another_width": "nn.LSTM(5, 2)(packed)",
    "one_moment_alone": "nn.LSTMCell(3, 2)(x[0, 0])[0].detach()",
}


def trained(code, states):
    """Results, final states, and the gradients of everything, from a state that is given."""

    def one(lib):
        layer = eval(code, {"nn": lib.nn, "lib": lib}).double()
        x = lib.randn(5, 2, 3, dtype=lib.float64, requires_grad=True)
        loss, told = 0, []
        for hx in (None, states(lib, layer, x)):
            output, state = layer(x, hx)
            state = state if isinstance(state, tuple) else (state,)
            loss = loss + (output**2).sum() + sum((s**3).sum() for s in state)
            told.append([output, *state])
        loss.backward()
        return told, x.grad, {name: p.grad for name, p in layer.named_parameters()}

    return numbers(one)


def begun(lib, layer, x):
    """A state for a layer: as many vectors as it returned states of."""
    _, state = layer(x)
    made = [
        lib.randn(*s.shape, dtype=s.dtype)
        for s in (state if isinstance(state, tuple) else (state,))
    ]
    return tuple(made) if isinstance(state, tuple) else made[0]


def stepped(code):
    """Two steps of a cell, and the gradients."""

    def one(lib):
        cell = eval(code, {"nn": lib.nn}).double()
        x = lib.randn(2, 3, dtype=lib.float64, requires_grad=True)
        state = cell(x, cell(x * 2))
        h = state[0] if isinstance(state, tuple) else state
        (h**3).sum().backward()
        return state, x.grad, {name: p.grad for name, p in cell.named_parameters()}

    return numbers(one)


def expression(code):
    def one(lib):
        x = lib.randn(2, 4, 3)[:, :2]
        packed = lib.nn.utils.rnn.pack_sequence([x[0], x[1, :1]])
        return eval(code, {"nn": lib.nn, "lib": lib, "x": x, "packed": packed})

    return one


PACKED = {
    "rnn_packed": "nn.RNN(3, 4, 2, bias=False)",
    "lstm_packed": "nn.LSTM(3, 4)",
    "lstm_packed_both_ways": "nn.LSTM(3, 2, 2, dropout=0.4, bidirectional=True)",
    "gru_packed_both_ways": "nn.GRU(3, 4, batch_first=True, bidirectional=True)",
}


def packed(code, lengths):
    """Packed sequences through a layer: results, final states, gradients of everything."""

    def one(lib):
        layer, rnn = eval(code, {"nn": lib.nn}).double(), lib.nn.utils.rnn
        x = lib.randn(5, 4, 3, dtype=lib.float64, requires_grad=True)
        ordered = lengths == sorted(lengths)[::-1]
        p = rnn.pack_padded_sequence(x, lengths, enforce_sorted=ordered)
        loss, told = 0, []
        for hx in (None, begun(lib, layer, p)):
            output, state = layer(p, hx)
            state = state if isinstance(state, tuple) else (state,)
            loss = loss + (output.data**2).sum() + sum((s**3).sum() for s in state)
            told.append([output, rnn.pad_packed_sequence(output), *state])
        loss.backward()
        return told, x.grad, {name: p.grad for name, p in layer.named_parameters()}

    return numbers(one)


case.all.update({name: packed(code, [5, 3, 3, 1]) for name, code in PACKED.items()})
case.all.update({name + "_unsorted": packed(c, [2, 5, 1, 4]) for name, c in PACKED.items()})
case.all.update({name: trained(code, begun) for name, code in LAYERS.items()})
case.all.update({name: stepped(code) for name, code in CELLS.items()})
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_a_layer_is_a_loop_of_its_cell():
    layer, cell = nn.LSTM(3, 4), nn.LSTMCell(3, 4)
    cell.load_state_dict({k.removesuffix("_l0"): x for k, x in layer.state_dict().items()})
    x, state = minigrad.randn(5, 2, 3), None
    for moment, seen in zip(x, layer(x)[0]):
        state = cell(moment, state)
        np.testing.assert_allclose(state[0].detach().numpy(), seen.detach().numpy(), rtol=1e-5)


def test_what_is_left_out_is_refused():
    with pytest.raises(NotImplementedError, match="no proj_size"):
        nn.LSTM(3, 4, proj_size=2)


def test_as_torch_all_weights_are_listed_by_layer_and_direction():
    torch = pytest.importorskip("torch")
    for options in ({"num_layers": 2}, {"bidirectional": True}, {"bias": False}):
        ours, theirs = (lib.nn.GRU(3, 4, **options).all_weights for lib in (minigrad, torch))
        assert [[list(x.shape) for x in layer] for layer in ours] == [
            [list(x.shape) for x in layer] for layer in theirs
        ]
    layer = minigrad.nn.LSTM(2, 3)
    assert layer.all_weights[0][1] is layer.weight_hh_l0
