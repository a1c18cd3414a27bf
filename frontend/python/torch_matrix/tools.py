#===- tools.py - the command-line tools ----------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lookup and invocation of the command-line tools."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .errors import MatrixError, ToolFailed


def tool(name: str) -> str:
    """Looks in MATRIX_BIN, the build tree that contains this package, and PATH."""
    folder = os.environ.get("MATRIX_BIN")
    if folder:
        return existing(Path(folder) / name, "MATRIX_BIN points")
    built = Path(__file__).resolve().parents[3] / "build" / "bin" / name
    if built.exists():
        return str(built)
    found = shutil.which(name)
    if found:
        return found
    raise MatrixError(f"{name} is not found; build the tools (utils/demo does), "
                      "or set MATRIX_BIN to the folder they are in")


def existing(path: Path, source: str) -> str:
    if not path.exists():
        raise MatrixError(f"{source} to a folder without {path.name}: {path.parent}")
    return str(path)


def iree_opt() -> str:
    """The program of iree-base-compiler, beside this Python or on PATH."""
    beside = Path(sys.executable).parent / "iree-opt"
    found = str(beside) if beside.exists() else shutil.which("iree-opt")
    if not found:
        raise MatrixError("iree-opt is not found; "
                          "pip install --no-deps iree-base-compiler==3.10.0")
    return found


def run(name: str, *arguments) -> None:
    """Runs a tool; raises its message as an error."""
    command = [tool(name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        message = done.stderr.strip() or done.stdout.strip() \
            or f"exit status {done.returncode}"
        raise ToolFailed(f"{name} failed: {message}", done.returncode)
