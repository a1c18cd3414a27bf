#===- errors.py - what the package raises --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What the package raises. Messages say what is wrong and what to do."""


class MatrixError(RuntimeError):
    """A tool is missing or failed."""


class UnsupportedGraph(MatrixError):
    """The graph holds something that cannot be compiled; the message names it."""
