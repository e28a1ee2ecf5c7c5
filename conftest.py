"""For pytest: what `--nbval` needs to compare stored outputs, and who runs what in parallel."""

import gc
from importlib.util import find_spec

import pytest

if find_spec("nbval"):  # not there where the unit tests run with numpy alone
    pytest_plugins = ["tests.notebooks.comparing"]

SLOW = ("tests/browser", "tests/exercises", "tests/notebooks")  # first, for they take the longest


def pytest_collection_modifyitems(items):
    """Begin with what takes longest, so that no process has to wait for it at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(SLOW))


def pytest_collection_finish():
    """What is there by now stays: no `gc.collect()` of a test looks through a million objects."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """In parallel processes (`make test`) a file stays in one; so does all of the browser."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return SLOW[0] if nodeid.startswith(SLOW[0]) else nodeid.split("::")[0]

    return ByFile(config, log)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are processors: the one with the browser waits half its time."""
    return (yield) + 1
