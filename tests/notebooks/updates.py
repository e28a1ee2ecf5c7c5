"""For nbval: a display that is updated later counts as what it became, as in a stored notebook.

nbval alone compares what was displayed at first. The project's `conftest.py` loads this plugin, so
`pytest --nbval notebooks` needs nothing more.
"""

from nbformat import NotebookNode
from nbval.plugin import IPyNbFile

original = IPyNbFile.get_kernel_message
displays = {}


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
