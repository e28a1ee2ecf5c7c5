import warnings

import numpy as np
import pytest

import minigrad
from minigrad import nn
from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

LAYERS = {
    "plain": "nn.TransformerEncoderLayer(8, 2, 16)",
    "norm_first": "nn.TransformerEncoderLayer(8, 2, 16, norm_first=True, batch_first=True)",
    "gelu": "nn.TransformerEncoderLayer(8, 2, 16, 0.0, 'gelu', 0.1, True)",
    "a_module_as_activation": "nn.TransformerEncoderLayer(8, 2, 16, activation=nn.Tanh())",
    "without_bias": "nn.TransformerEncoderLayer(8, 2, 16, bias=False)",
}
DECODERS = {
    "decoder_plain": "nn.TransformerDecoderLayer(8, 2, 16)",
    "decoder_norm_first": "nn.TransformerDecoderLayer(8, 2, 16, 0.3, 'gelu', norm_first=True)",
    "decoder_batch_first": "nn.TransformerDecoderLayer(8, 4, 16, batch_first=True, bias=False)",
    "two_decoders": "nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16), 2, "
    "nn.LayerNorm(8))",
}
WHOLE = {
    "whole": "nn.Transformer(8, 2, 1, 1, 16, dtype=lib.float64)",
    "whole_norm_first": "nn.Transformer(8, 2, 1, 2, 16, 0.0, lib.tanh, norm_first=True, "
    "dtype=lib.float64)",
    "whole_batch_first": "nn.Transformer(8, 2, 2, 1, 16, activation='gelu', batch_first=True, "
    "dtype=lib.float64)",
}
OTHERS = {
    "decoder_repr": f"[str(m) for m in ({', '.join(DECODERS.values())})]",
    "whole_repr": f"[str(m) for m in ({', '.join(WHOLE.values())})]",
    "whole_state": "nn.Transformer(4, 2, 1, 1, 8).state_dict()",
    "whole_of_ones_own": "str(nn.Transformer(8, 2, custom_encoder=nn.Identity(), "
    "custom_decoder=nn.Identity()))",
    "a_causal_mask": "nn.Transformer.generate_square_subsequent_mask(3)",
    "a_causal_mask_of_a_type": "nn.Transformer.generate_square_subsequent_mask(2, "
    "dtype=lib.float64)",
    "of_another_batch": "nn.Transformer(8, 2, 1, 1, 16)(x, x[:, :1])",
    "of_another_batch_that_is_first": "nn.Transformer(8, 2, 1, 1, 16, batch_first=True)(x, x[:1])",
    "of_another_width": "nn.Transformer(8, 2, 1, 1, 16)(x, x[..., :4])",
    "one_sequence_alone": "nn.Transformer(8, 2, 1, 1, 16)(x[0], x[1, :2]).detach()",
    "causal_without_a_mask": "nn.TransformerEncoderLayer(8, 2, 16)(x, is_causal=True)",
    "target_causal_without_a_mask": "nn.Transformer(8, 2, 1, 1, 16)(x, x, tgt_is_causal=True)",
    "masks_of_two_types": "nn.TransformerEncoderLayer(8, 2, 16)(x, lib.zeros(2, 2), "
    "lib.zeros(3, 2).bool()).detach()",
    "a_mask_of_integers": "nn.TransformerEncoderLayer(8, 2, 16)(x, lib.zeros(2, 2).int())",
    "why_padding_is_computed": "[nn.TransformerEncoder(m, 1).use_nested_tensor for m in ("
    "nn.TransformerEncoderLayer(8, 2), nn.TransformerEncoderLayer(8, 2, norm_first=True), "
    "nn.TransformerEncoderLayer(8, 2, batch_first=True, bias=False), "
    "nn.TransformerEncoderLayer(8, 2, batch_first=True, activation=lib.tanh), "
    "nn.TransformerEncoderLayer(9, 3, batch_first=True), "
    "nn.TransformerEncoderLayer(8, 2, batch_first=True), nn.TransformerDecoderLayer(8, 2))]",
    "repr": f"[str(m) for m in ({', '.join(LAYERS.values())})]",
    "state": "list(nn.TransformerEncoderLayer(8, 2).state_dict())",
    "another_activation": "nn.TransformerEncoderLayer(8, 2, activation='tanh')",
    "encoder": "str(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), "
    "3, nn.LayerNorm(8)))",
    "encoder_with_all_arguments": "str(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), "
    "num_layers=1, norm=None, enable_nested_tensor=False, mask_check=False))",
    "encoded": "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2, "
    "nn.LayerNorm(8))(x).detach()",
    "encoded_under_a_mask": "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, "
    "batch_first=True), 2)(x, lib.ones(3, 3).triu(1).bool(), "
    "lib.tensor([[False, False, True]] * 2)).detach()",
}


def trained(code):
    """Results in training and after it, and the gradients."""

    def one(lib):
        m = eval(code, {"nn": lib.nn}).double()
        x = lib.randn(3, 3, 8, dtype=lib.float64, requires_grad=True)
        y = m(x, lib.ones(3, 3).triu(1).bool())
        (y**3).sum().backward()
        padding = lib.tensor([[False, False, True], [False, True, True], [False, False, False]])
        at_rest = m.eval()(x, src_key_padding_mask=padding)
        return y, at_rest, x.grad, {n: p.grad for n, p in m.named_parameters()}

    return numbers(one)


def decoded(code):
    """Results and gradients of a decoder, plain and under all its masks."""

    def one(lib):
        m = eval(code, {"nn": lib.nn}).double()
        tgt, memory = (lib.randn(3, 3, 8, dtype=lib.float64, requires_grad=True) for _ in range(2))
        causal = lib.nn.Transformer.generate_square_subsequent_mask(3, dtype=lib.float64)
        padding = lib.tensor([[0.0, 0.0, -1.0]] * 3).double()
        y = m(tgt, memory)
        masked = m(tgt, memory, causal, causal.T * 0 - 1, padding, padding, tgt_is_causal=True)
        (y**3 + masked**2).sum().backward()
        grads = {n: p.grad for n, p in m.named_parameters()}
        return y, masked, m.eval()(tgt, memory), tgt.grad, memory.grad, grads

    return numbers(one)


def translated(code):
    """A whole transformer from one sequence to another, and the gradients."""

    def one(lib):
        m = eval(code, {"nn": lib.nn, "lib": lib})
        src, tgt = (lib.randn(n, n, 8, dtype=lib.float64, requires_grad=True) for n in (3, 3))
        causal = m.generate_square_subsequent_mask(3, dtype=lib.float64)
        padding = lib.tensor([[0.0, 0.0, -1.0]] * 3).double()
        y = m(src, tgt, tgt_mask=causal, src_key_padding_mask=padding)
        (y**3).sum().backward()
        at_rest = m.eval()(src, tgt, src_mask=causal, memory_key_padding_mask=padding)
        return y, at_rest, src.grad, tgt.grad, {n: p.grad for n, p in m.named_parameters()}

    return numbers(one)


def unrecorded(padding, norm="None", **mask):
    """An encoder at rest, nothing recorded: PyTorch then leaves padding out of what it computes."""

    def one(lib):
        layer = lib.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        m = lib.nn.TransformerEncoder(layer, 2, eval(norm, {"nn": lib.nn})).eval()
        x = lib.randn(2, 3, 8)
        with lib.no_grad():
            return m(x, src_key_padding_mask=lib.tensor(padding), **mask)

    return one


def expression(code):
    return lambda lib: eval(code, {"nn": lib.nn, "lib": lib, "x": lib.randn(2, 3, 8)})


case.all.update({name: trained(code) for name, code in LAYERS.items()})
case.all.update({name: decoded(code) for name, code in DECODERS.items()})
case.all.update({name: translated(code) for name, code in WHOLE.items()})
ENDS = [[False, True, True], [False, False, False]]
case.all["unrecorded_with_padding_inside"] = unrecorded([[False, True, False]] * 2)
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_padding_is_zero_at_rest_where_it_ends_sequences():
    torch = pytest.importorskip("torch")
    for norm in ("None", "nn.LayerNorm(8)"):
        call, found = unrecorded(ENDS, norm), []
        for lib in (minigrad, torch):
            lib.manual_seed(0)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch's nested tensors are a prototype
                found.append(call(lib).numpy())
        np.testing.assert_allclose(*found, rtol=1e-5, atol=1e-6)
        assert not found[0][0, 1:].any()


def test_the_copies_of_an_encoder_begin_alike_and_go_their_own_ways():
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2)
    one, two = (layer.linear1.weight for layer in encoder.layers)
    assert one is not two
    assert one.tolist() == two.tolist()
    encoder(minigrad.randn(3, 1, 4)).pow(3).sum().backward()
    assert one.grad.tolist() != two.grad.tolist()
