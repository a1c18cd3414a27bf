#===- errors.py - errors and interruption ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Errors that end the tool with one message, and the end by a signal."""

import os
import signal


class TuningError(Exception):
    """The message begins with the file or tool it is about."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


def catch_termination() -> None:
    """SIGTERM interrupts the tool as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def end_interrupted() -> None:
    """Ends the process by SIGINT, so that a calling shell stops as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
