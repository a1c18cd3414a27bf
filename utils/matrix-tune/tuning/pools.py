#===- pools.py - simulations at a time -------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs measurements in processes of this machine. A pool is a context; when it is left
before all measurements have ended, the others are stopped.
"""

import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from .measure import measure, stop_all


class LocalPool:
    """A thread waits for each process."""

    def __init__(self, jobs: int):
        self.executor = ThreadPoolExecutor(jobs)
        self.tags = {}  # by future

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.executor.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in self.tags):
            stop_all()
            time.sleep(0.01)
        self.executor.shutdown()

    def submit(self, tag, request: dict) -> None:
        self.tags[self.executor.submit(measure, request)] = tag

    def finished(self):
        """Yields tag and outcome of each measurement; more may be submitted meanwhile."""
        while self.tags:
            done, _ = wait(self.tags, return_when=FIRST_COMPLETED)
            for future in done:
                yield self.tags.pop(future), future.result()
