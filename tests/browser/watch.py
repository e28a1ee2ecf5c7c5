"""What a page must not do: cause an error, or ask anybody but this machine for something."""

import re

LOCAL = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")

# What JupyterLab asks its server by itself; a list of kernels may fail while one comes or goes.
SERVER = re.compile(r"http://127\.0\.0\.1:\d+/api/(kernels|sessions)\b")

# What JupyterLab says of questions that a kernel had not answered when it was stopped. It may say
# so long after the notebook is closed: when it next looks which kernels still run.
VANISHED = re.compile(r"(Error: )?Canceled future for \w+ message before replies were done\b")

# A notebook was closed between being asked to take the focus and taking it.
CLOSED = re.compile(r"TypeError: [\w ]+ null \(reading 'footer'\)\s+at \S+\._ensureFocus\b")


def watch(page, allowed=LOCAL):
    """Give the list to which the page's problems are added; other machines are not reached.

    Args:
        page: Playwright's page, before it has gone anywhere.
        allowed: how the addresses begin that it may ask.
    """
    problems = []

    def listen(message):
        place = message.location.get("url", "")
        quiet = SERVER.match(place) or VANISHED.match(message.text) or CLOSED.match(message.text)
        if message.type == "error" and not quiet:
            problems.append(f"console: {message.text} ({place})")

    def catch(error):
        if not VANISHED.match(str(error)):
            problems.append(f"page error: {error}")

    def refuse(route):
        problems.append(f"request to {route.request.url}")
        route.abort()

    def connect(socket):
        if not socket.url.startswith(allowed):
            problems.append(f"connection to {socket.url}")

    page.on("console", listen)
    page.on("pageerror", catch)
    page.on("websocket", connect)
    page.route(lambda address: not address.startswith(allowed), refuse)
    return problems
