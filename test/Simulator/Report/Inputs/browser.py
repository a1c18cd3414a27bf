"""Loads a page in a headless browser."""

import shutil
import subprocess
import tempfile

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browse(page, *options):
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", f"--user-data-dir={profile}", "--window-size=1400,2400",
             *options, page.resolve().as_uri()],
            check=True, capture_output=True, text=True, timeout=200).stdout
