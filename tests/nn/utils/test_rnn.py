import pytest

import minigrad
from minigrad.nn.utils import rnn
from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

PAD = "lib.nn.utils.rnn.pad_sequence"
GIVEN = {
    "in_front": f"{PAD}([x[0], x[1, :2], w[0]])",
    "behind_the_batch": f"{PAD}([x[0, :1], w[0, :2]], batch_first=True, padding_value=2.5)",
    "of_vectors": f"{PAD}((x, w, x[:1]), True)",
}
case.all.update({name: slopes(code, (3, 4), (2, 4)) for name, code in GIVEN.items()})
PACKED = {
    "packed": "rnn.pack_padded_sequence(x, [4, 2, 1]).data",
    "packed_and_sorted": "rnn.pack_padded_sequence(x, lib.tensor([2, 1, 4]), False, False).data",
    "packed_batch_first": "rnn.pack_padded_sequence(x, [3, 3, 2, 1], batch_first=True).data",
    "there_and_back": "rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [3, 2, 2]))[0]",
    "filled_up_longer": "rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [2, 4, 1], "
    "enforce_sorted=False), True, -1.0, 6)[0]",
    "packed_from_a_list": "rnn.pack_sequence([x[:, 0], x[:2, 1], x[:2, 2]]).data",
    "unpacked_to_a_list": "lib.cat(rnn.unpack_sequence(rnn.pack_sequence([x[0], x[1]])))",
}
TOLD = {
    "what_is_packed": "rnn.pack_padded_sequence(x, [4, 2, 1])",
    "what_is_packed_and_sorted": "rnn.pack_sequence([x[0, :1], x[1]], enforce_sorted=False)",
    "its_text": "str(rnn.pack_padded_sequence(lib.arange(6).view(3, 2), [2, 1]))",
    "lengths_come_back": "rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [1, 4, 2], "
    "enforce_sorted=False))",
    "in_no_order": "rnn.pack_padded_sequence(x, [1, 4, 2])",
    "a_length_of_zero": "rnn.pack_padded_sequence(x, [1, 0, 0])",
    "too_few_lengths": "rnn.pack_padded_sequence(x, [2, 1])",
    "lengths_in_a_matrix": "rnn.pack_padded_sequence(x, lib.tensor([[3, 2, 1]]))",
    "longer_than_total": "rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [4, 2, 1]), "
    "total_length=3)",
    "of_no_packed_sequence": "rnn.pad_packed_sequence(3)",
    "padded_on_the_left": "rnn.pad_sequence([x[0], x[1, :1]], True, 0.0, 'left')",
    "padded_on_no_side": "rnn.pad_sequence([x[0]], padding_side='top')",
    "padding_of_nothing": "rnn.pad_sequence([])",
    "padding_of_a_number": "rnn.pad_sequence(3)",
    "padding_of_a_tensor": "rnn.pad_sequence(x)",
    "padding_of_other_widths": "rnn.pad_sequence([lib.ones(2, 2), lib.ones(1, 3)])",
    "without_padding": "rnn.unpad_sequence(rnn.pad_sequence([x[0], x[1, :1]]), lib.tensor([3, 1]))",
    "converted": "[rnn.pack_sequence([x[0]]).double().to(lib.float32).cpu(), "
    "rnn.pack_sequence([x[0]]).is_cuda]",
    "made_by_hand": "rnn.PackedSequence(x[0], lib.tensor([2, 1]), lib.tensor([1, 0]))[3]",
}


def imported(code):
    return code.replace("rnn.", "lib.nn.utils.rnn.")


case.all.update({name: slopes(imported(code), (4, 3)) for name, code in PACKED.items()})
case.all.update({name: value(imported(code), (4, 3)) for name, code in TOLD.items()})
for name in ("packed_batch_first", "unpacked_to_a_list", "without_padding"):
    case.all[name] = numbers(case.all[name])
case.all["of_integers"] = value(f"{PAD}([lib.tensor([1, 2]), lib.tensor([3])], False, -1)")

test_as_in_torch = both(__name__, case)


def test_a_length_beyond_the_input_is_refused():
    with pytest.raises(RuntimeError, match="A length is 3, but the input has 2 moments"):
        rnn.pack_padded_sequence(minigrad.ones(2, 1), [3])
