#===- ray_pool.py - simulations on a cluster -------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs measurements on a Ray cluster, whose machines have the tools at the same path. The
class has the interface of pools.LocalPool. An address without a listener is reported
before Ray is started, which itself waits for minutes.
"""

import logging
import re
import socket

from . import measure
from .errors import TuningError

try:
    import ray
except ImportError:
    raise TuningError("matrix-tune: error: --ray requires the Python package ray, which is not installed; "
                      "pip install ray, or leave --ray out to use this machine") from None


SECONDS = 10  # to reach the cluster


def check_reachable(address: str) -> None:
    """Ray itself waits for minutes."""
    if match := re.fullmatch(r"(?:ray://)?(.+):(\d+)", address):
        socket.create_connection((match[1], int(match[2])), SECONDS).close()


class RayPool:
    def __init__(self, address: str):
        try:
            check_reachable(address)
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (OSError, OverflowError, RuntimeError, ValueError) as failed:
            reason = str(failed).strip().splitlines()[0]
            raise TuningError(f"matrix-tune: error: --ray={address}: {reason}") from None
        ray.cloudpickle.register_pickle_by_value(measure)  # machines need not have this package
        self.measure = ray.remote(measure.measure)
        self.tags = {}  # by reference

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for reference in self.tags:
            ray.cancel(reference, force=True)
        ray.shutdown()

    def submit(self, tag, request: dict) -> None:
        self.tags[self.measure.remote(request)] = tag

    def finished(self):
        """Yields tag and outcome of each measurement; more may be submitted meanwhile."""
        while self.tags:
            (reference,), _ = ray.wait(list(self.tags), num_returns=1)
            tag = self.tags.pop(reference)
            try:
                yield tag, ray.get(reference)
            except ray.exceptions.RayError as failed:
                raise TuningError(f"matrix-tune: error: on the cluster: {str(failed).strip()}") from None
