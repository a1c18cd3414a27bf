#===- progress.py - long work on a terminal -----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A line on a terminal that states what a long call does, and since when. It appears
only after a delay and on a terminal, and is removed at the end, so that short calls and
logs contain nothing of it."""

import sys
import time

DELAY = 3  # seconds after which the line appears
PERIOD = 1  # seconds between its changes


class Progress:
    """The line of one call, which ends with end()."""

    def __init__(self, what: str):
        self.what, self.begin, self.next = what, time.monotonic(), DELAY
        self.shown = 0  # characters

    def tick(self) -> None:
        """To be called often."""
        seconds = time.monotonic() - self.begin
        if seconds < self.next:
            return
        self.next = seconds + PERIOD
        if sys.stderr.isatty():
            self.show(f"torch_matrix: {self.what}, {seconds:.0f} s")

    def show(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self.shown) + "\r" * (not text))
        sys.stderr.flush()
        self.shown = len(text)

    def end(self) -> None:
        """Removes the line."""
        if self.shown:
            self.show("")
