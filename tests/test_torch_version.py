import pytest

import minigrad
from minigrad.torch_version import FOLLOWED, TorchVersion

TRUE = [
    "v >= '1.9'", "v > '1.9.0'", "v < '1.11'", "v >= (1, 8)", "v < (1, 10, 1)", "v <= '1.10'",
    "v >= '1.10.0'", "v == '1.10.0'", "v < '2'", "'1.9' < v", "(1, 8) <= v", "v > '1.10.0a0+git'",
    "TorchVersion('1.10.0a0') < v", "v <= TorchVersion('1.10')", "v.split('.')[0] == '1'",
]  # fmt: skip


@pytest.mark.parametrize("line", TRUE)
def test_versions_compare_number_by_number_as_torchs(line):
    assert eval(line, {"v": TorchVersion("1.10.0"), "TorchVersion": TorchVersion})
    theirs = pytest.importorskip("torch").torch_version.TorchVersion
    assert eval(line, {"v": theirs("1.10.0"), "TorchVersion": theirs})


def test_ours_counts_as_the_pytorch_that_it_follows():
    v = minigrad.__version__
    assert v == str(v) and isinstance(v, TorchVersion) and v == minigrad.version.__version__
    assert v >= "1.9" and v >= (2, 13) and v <= FOLLOWED and not v > "2.13" and v < "3"
    torch = pytest.importorskip("torch")
    assert torch.__version__.split("+")[0] == FOLLOWED


def test_what_is_no_version_is_refused():
    with pytest.raises(TypeError, match="not with None"):
        assert minigrad.__version__ > None
    with pytest.raises(ValueError, match="Invalid version: 'new'"):
        assert minigrad.__version__ > "new"
