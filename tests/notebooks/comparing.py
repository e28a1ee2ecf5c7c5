"""For nbval: what a stored output is compared with.

A display that is updated later counts as what it became, as in a stored notebook; nbval alone
compares what was displayed at first. What may differ from run to run stands in `sanitize.cfg`. The
project's `conftest.py` loads this plugin, so `pytest --nbval notebooks` needs nothing more.
"""

import sys
from pathlib import Path

# jsonschema would import it if it could, and that takes longer than to compare a short lesson: it
# reads a grammar of addresses in all scripts, which notebooks have none of.
sys.modules.setdefault("rfc3987_syntax", None)

from nbformat import NotebookNode
from nbval.plugin import IPyNbFile

original = IPyNbFile.get_kernel_message
displays = {}


def pytest_configure(config):
    if config.option.nbval_sanitize_with is None:
        config.option.nbval_sanitize_with = str(Path(__file__).with_name("sanitize.cfg"))


def get_kernel_message(self, *args, **kwargs):
    message = original(self, *args, **kwargs)
    content = message["content"]
    name = content.get("transient", {}).get("display_id")
    if name and message["msg_type"] == "display_data":
        # Of this type, so that nbval keeps the very object.
        content["data"] = displays[name] = NotebookNode(content["data"])
    elif name in displays and message["msg_type"] == "update_display_data":
        displays[name].clear()
        displays[name].update(content["data"])
    return message


IPyNbFile.get_kernel_message = get_kernel_message
