import pytest

import minigrad
from minigrad.nn.utils import rnn
from tests.nn.slopes import slopes, value
from tests.nn.twins import both, cases

case = cases()

PAD = "lib.nn.utils.rnn.pad_sequence"
GIVEN = {
    "in_front": f"{PAD}([x[0], x[1, :2], w[0]])",
    "behind_the_batch": f"{PAD}([x[0, :1], w[0, :2]], batch_first=True, padding_value=2.5)",
    "of_vectors": f"{PAD}((x, w, x[:1]), True)",
}
case.all.update({name: slopes(code, (3, 4), (2, 4)) for name, code in GIVEN.items()})
case.all["of_integers"] = value(f"{PAD}([lib.tensor([1, 2]), lib.tensor([3])], False, -1)")

test_as_in_torch = both(__name__, case)


def test_there_are_no_packed_sequences():
    with pytest.raises(NotImplementedError, match="no packed sequences: pad them, and mask"):
        rnn.pack_padded_sequence(minigrad.ones(2, 1), [2])
