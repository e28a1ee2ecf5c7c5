"""The browser in which everything of this folder runs: the Chromium of this machine, headless."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("MINIGRAD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
ABSENT = "there is no Chromium on the PATH (Debian: apt-get install chromium)"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright):
    """Start it; the caller closes it."""
    return playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=FLAGS,
        ignore_default_args=["--hide-scrollbars"],  # learners' pages have them: so much less room
    )
