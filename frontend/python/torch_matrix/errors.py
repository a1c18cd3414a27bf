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


class ToolFailed(MatrixError):
    """A tool ended with a status other than 0, which is negative for a signal."""

    def __init__(self, message: str, status: int):
        super().__init__(message)
        self.status = status


class UnsupportedGraph(MatrixError):
    """The graph holds something that cannot be compiled; the message names it."""
