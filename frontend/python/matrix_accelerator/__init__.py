#===- matrix_accelerator - the tools in a wheel ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The command-line tools and libraries of a wheel made by utils/wheel: bin and lib
beside this file. The wheel's scripts call main()."""

import os
import sys
from pathlib import Path

BIN = Path(__file__).resolve().parent / "bin"
# Second names; a wheel has no symbolic links.
NAMES = {"matrix-c++": "matrix-cc", "matrix-llc": "llc"}


def main() -> None:
    """Executes the tool that has the name of the script."""
    name = Path(sys.argv[0]).name
    try:
        os.execv(BIN / NAMES.get(name, name), [name, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: error: {BIN / NAMES.get(name, name)}: {error.strerror}; "
                 "install the wheel again")
