#===- tuning.py - measured plans --------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Option "tune": matrix-tune runs plans of each fusion group in the timed simulator, and
matrix-compile takes the fastest ones. Measurements are kept in the folder of the cache;
without a cache, they last for one compilation."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .compiler import cache, service
from .options import Options

DATABASE = "plans.tuned.json"


@contextmanager
def database(options: Options) -> Iterator[Path]:
    folder = cache.folder() if options.cache else None
    if folder is not None and is_writable(folder):
        yield folder / DATABASE
        return
    with tempfile.TemporaryDirectory() as own:
        yield Path(own) / DATABASE


def is_writable(folder: Path) -> bool:
    """A cache that cannot be written is a warning when a program is stored."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix="."):
            return True
    except OSError:
        return False


def measure(linalg: str, path: Path, options: Options) -> None:
    """Adds the plans of a program to the database."""
    service.tune(linalg, ["-o", str(path), *options.arguments()])
