#===- tools.py - the tools that tuning runs --------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lookup of the tools that tuning runs."""

import os
import shutil
import sys
from pathlib import Path

from .errors import TuningError


def find_tool(name: str) -> str:
    """Looks in MATRIX_BIN, the folder of this program, and PATH."""
    folders = [os.environ.get("MATRIX_BIN"), Path(sys.argv[0]).absolute().parent]
    for folder in filter(None, folders):
        if os.access(Path(folder) / name, os.X_OK):
            return str(Path(folder) / name)
    found = shutil.which(name)
    if not found:
        raise TuningError(f"matrix-tune: error: {name} is not found; build the tools, or set MATRIX_BIN to "
                          "the folder they are in")
    return found
