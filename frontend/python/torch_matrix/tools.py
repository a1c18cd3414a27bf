#===- tools.py - the command-line tools ----------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lookup of the command-line tools and of the importer, with checks of the versions of
PyTorch and torch-mlir. MATRIX_BIN precedes the folders of a build, a wheel or an
installation beside the package, and these precede PATH."""

import os
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .errors import MatrixError

TORCH_VERSION = "2.13"  # the package uses internals of PyTorch
IMPORTER, IMPORTER_VERSION = "iree-base-compiler", "3.10.0"


def tool(name: str) -> str:
    """Looks in MATRIX_BIN, beside this package, and in PATH."""
    folder = os.environ.get("MATRIX_BIN")
    if folder:
        return existing(Path(folder) / name, "MATRIX_BIN points")
    found = next((path for path in beside(name) if os.path.exists(path)),
                 None) or shutil.which(name)
    if found:
        return found
    raise MatrixError(f"{name} is not found; build the tools (utils/demo does), "
                      "or set MATRIX_BIN to the folder they are in")


def beside(name: str) -> list[str]:
    """Where a build of the source tree, a wheel and an installation have the tool."""
    package = Path(__file__).resolve().parent
    folders = [package.parents[2] / "build", package.parent / "matrix_accelerator"]
    if package.parts[-4:-1] == ("share", "matrix", "python"):
        folders.append(package.parents[3])
    return [str(folder / "bin" / name) for folder in folders]


def existing(path: Path, source: str) -> str:
    if not path.exists():
        raise MatrixError(f"{source} to a folder without {path.name}: {path.parent}")
    return str(path.absolute())  # the compiler process has another working directory


def require_torch() -> None:
    found = version("torch")
    if not found.startswith(TORCH_VERSION + "."):
        raise MatrixError(f"PyTorch {TORCH_VERSION} is required, but {found} is installed; "
                          f"pip install torch=={TORCH_VERSION}.*")


def require_importer() -> None:
    """Checks iree-base-compiler, which contains torch-mlir."""
    try:
        found = version(IMPORTER)
    except PackageNotFoundError:
        found = None
    if found != IMPORTER_VERSION:
        raise MatrixError(
            f"{IMPORTER} {IMPORTER_VERSION} is required, but "
            f"{found or 'none'} is installed; "
            f"pip install --no-deps {IMPORTER}=={IMPORTER_VERSION}")
