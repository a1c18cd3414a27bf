#===- errors.py - what the package raises --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The exceptions of the package. Messages state the error and the remedy. All
exceptions derive from MatrixError; EagerWarning is a warning."""


class MatrixError(RuntimeError):
    """A tool is missing or failed."""


class ToolFailed(MatrixError):
    """A tool exited with a nonzero status; negative for a signal."""

    def __init__(self, message: str, status: int, tool: str = ""):
        super().__init__(message)
        self.status, self.tool = status, tool


class InvalidOption(MatrixError):
    """An option has an unknown name or a wrong value."""


class UnsupportedGraph(MatrixError):
    """The graph contains an operator or type that cannot be compiled."""

    def __init__(self, message: str, operator: str = "", reason: str = ""):
        """operator, reason: parts of the message, if it is about one operator."""
        super().__init__(message)
        self.operator, self.reason = operator, reason


class EagerWarning(RuntimeWarning):
    """Operators of a graph run in eager mode."""
