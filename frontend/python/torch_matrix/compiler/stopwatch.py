#===- stopwatch.py - seconds of stages -------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Seconds of the stages between a model and its results. Those of tools are also part
of torch._dynamo.utils.compile_times. Time outside of a stage is counted as capture:
stages are disjoint, so that it is the difference of the total and their sum."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from torch._dynamo.utils import dynamo_timed

STAGES = ("import", "compile", "simulation")
RECORDS: list[dict[str, float]] = []


@contextmanager
def stage(name: str, tool: str = "") -> Iterator[None]:
    """Stages are not nested."""
    start = time.perf_counter()
    try:
        with dynamo_timed(f"matrix.{tool}") if tool else nullcontext():
            yield
    finally:
        for record in RECORDS:
            record[name] += time.perf_counter() - start


@contextmanager
def recorded() -> Iterator[dict[str, float]]:
    """The seconds of each stage, and as "capture" of everything else, complete at the end."""
    seconds = {"capture": 0.0, **dict.fromkeys(STAGES, 0.0)}
    start = time.perf_counter()
    RECORDS.append(seconds)
    try:
        yield seconds
    finally:
        RECORDS[:] = [record for record in RECORDS if record is not seconds]
        seconds["capture"] = time.perf_counter() - start - sum(seconds.values())
