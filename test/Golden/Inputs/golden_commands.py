#===- golden_commands.py - tools that must succeed --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs tools."""

import subprocess
import sys


def run(*command) -> str:
    """Returns the output. A command that fails ends the script with its messages."""
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr[-4000:]}")
    return done.stdout
