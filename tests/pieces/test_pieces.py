"""What minigrad prints when it stands in torch's place, line by line."""

import functools
import importlib.util
import inspect
from itertools import zip_longest

import pytest

from tests.pieces.running import FILES, pieces, printed, stored, whole

OPEN = {  # pieces that part from torch, and what minigrad first says otherwise, or lacks
    "tutorials.classifier_on_a_device": "num_workers changes nothing",
    "tutorials.names_by_character": "RNN",
    "tutorials.generating_names": "unsqueeze_",
    "tutorials.transformer_language_model": "TransformerEncoderLayer",
    "tutorials.translation_with_a_gru": "GRU",
    "tutorials.sine_by_a_polynomial": "set_default_device",
    "tutorials.tagger_with_an_lstm": "LSTM",
    "tutorials.style_with_lbfgs": "LBFGS",
    "d2l.linear_algebra": "axis",
    "d2l.coins_and_dice": "distributions",
    "d2l.linear_regression_from_scratch": "normal",
    "d2l.linear_regression_concise": "LazyLinear",
    "d2l.weight_decay": "normal_",
    "d2l.softmax_regression": "keepdims",
    "d2l.activation_curves": "prelu",
    "d2l.numerical_stability": "normal",
    "d2l.layers_and_modules": "LazyLinear",
    "d2l.parameter_management": "LazyLinear",
    "d2l.custom_layers": "LazyLinear",
    "d2l.learning_a_kernel": "LazyConv2d",
    "d2l.residual_block": "LazyConv2d",
    "d2l.gated_units": "RNN",
    "d2l.attention_scoring": "repeat_interleave",
    "d2l.multi_head_attention": "LazyLinear",
    "d2l.anchor_boxes": "meshgrid",
    "d2l.skip_gram": "axis",
    "courses.bigram_counts": "keepdims",
    "courses.bigram_network": "keepdims",
    "courses.character_mlp": "log10",
    "courses.backprop_ninja": "keepdims",
    "courses.layers_of_ones_own": "histogram",
    "courses.self_attention_head": "scaled_dot_product_attention",
    "courses.generating_from_gpt": "multinomial",
    "courses.configuring_gpt_training": "amp",
    "courses.titanic_from_scratch": "axis",
    "courses.collaborative_filtering": "normal_",
    "courses.matmul_from_scratch": "nonzero",
    "courses.nearest_neighbours": "cdist",
    "courses.saliency_maps": "roll",
    "courses.activation_statistics": "normal_",
    "courses.graph_network_layer": "keepdims",
    "courses.variational_autoencoder": "bernoulli",
    "courses.policy_gradient": "distributions",
    "forum.gradient_penalty": "only_inputs",
    "forum.sequences_of_different_lengths": "rnn",
    "forum.tied_weights": "LinalgVectorNormBackward0",
    "forum.activation_checkpointing": "checkpoint",
    "forum.imbalanced_classes": "bincount",
    "forum.moving_average_of_weights": "swa_utils",
    "forum.where_nan_comes_from": "nan_to_num",
    "forum.lists_of_modules": "PReLU",
    "forum.masks_and_metrics": "bincount",
    "forum.patches_of_an_image": "unfold",
    "forum.losses_of_ones_own": "GaussianNLLLoss",
    "forum.gumbel_softmax": "gumbel_softmax",
    "forum.streaming_data": "get_worker_info",
    "forum.memory_layout": "result_type",
    "forum.flattened_and_normed_parameters": "func",
}


@functools.cache
def theirs(name):
    """What torch prints: now, or where it is not installed when it was last stored."""
    if importlib.util.find_spec("torch"):
        return printed(pieces()[name], whole("torch"))
    return stored()[name]


def parting(found, expected):
    """The first line that differs, as found and as expected; None where all are alike."""
    return next((pair for pair in zip_longest(found, expected) if pair[0] != pair[1]), None)


@pytest.mark.parametrize("name", pieces())
def test_minigrad_prints_what_torch_prints(name):
    parted = parting(printed(pieces()[name], whole("minigrad")), theirs(name))
    if name not in OPEN:
        assert parted is None, "minigrad: {}\n   torch: {}".format(*parted)
    else:
        assert parted, "alike by now: take it out of OPEN"
        assert OPEN[name] in str(parted[0]), "it comes further, or less far, than OPEN says"


@pytest.mark.parametrize("name", pieces())
def test_what_is_stored_is_what_torch_prints(name):
    pytest.importorskip("torch")
    assert theirs(name) == stored()[name], "python -m tests.pieces.store"


def test_every_piece_is_stored_and_nothing_else():
    assert list(stored()) == list(pieces())
    assert set(OPEN) <= set(pieces())


def test_no_piece_ends_in_an_error():
    ends = {name: lines[-1] for name, lines in stored().items()}
    assert not {name: end for name, end in ends.items() if end.split(":")[0].endswith("Error")}


def test_there_is_a_fair_number_of_each_kind():
    counts = {file: sum(name.startswith(f"{file}.") for name in pieces()) for file in FILES}
    assert min(counts.values()) >= 11, counts


def test_pieces_take_the_library_and_name_their_source():
    for name, piece in pieces().items():
        assert list(inspect.signature(piece).parameters) == ["torch"], name
        says, _, link = piece.__doc__.rpartition(": ")
        assert says and "\n" not in says and link.startswith("https://"), name


def test_a_difference_is_seen():
    assert parting(["a", "b"], ["a", "c"]) == ("b", "c")
    assert parting(["a"], ["a", "b"]) == (None, "b")
    assert parting(["a"], ["a"]) is None
