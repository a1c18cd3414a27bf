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

import signal
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from .measure import measure, stop_all


class LocalPool:
    """A thread waits for each process. Signals that interrupt are noticed between waits only:
    an exception at any other point could leave a lock of the executor taken, for which its
    threads would then wait without end."""
    SECONDS = 0.1  # between two looks for an interrupt

    def __init__(self, jobs: int):
        self.executor = ThreadPoolExecutor(jobs)
        self.tags = {}  # by future
        self.is_interrupted = False
        self.handled = []

    def __enter__(self):
        self.handled = [number for number in (signal.SIGINT, signal.SIGTERM)
                        if signal.getsignal(number) is signal.default_int_handler]
        for number in self.handled:
            signal.signal(number, self.interrupt)
        return self

    def interrupt(self, *_):
        self.is_interrupted = True

    def __exit__(self, *_):
        for number in self.handled:
            signal.signal(number, signal.SIG_IGN)  # it ends already
        self.stop()
        for number in self.handled:
            signal.signal(number, signal.default_int_handler)

    def stop(self):
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
            done, _ = wait(self.tags, self.SECONDS, FIRST_COMPLETED)
            if self.is_interrupted:
                raise KeyboardInterrupt
            for future in done:
                yield self.tags.pop(future), future.result()
