#===- measure.py - one model, compared with eager mode -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs a model by torch_matrix.explain, and iree-compile on the same programs. The error
is the largest difference from eager mode, relative to the largest magnitude of the
result. Shares of cycles are means over the programs of a model, weighted by their
cycles. The cache is off, so that the times are those of a first compilation.
"""

import copy
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

os.environ["MATRIX_CACHE"] = "off"  # before the package is imported

import torch
import torch_matrix
from torch.utils._pytree import tree_leaves
from torch_matrix.compiler import service

from . import Architecture


@dataclass
class Measured:
    error: float  # largest difference, over the largest magnitude
    graphs: int
    programs: int
    operators: int  # on the accelerator
    eager: list[str] = field(default_factory=list)
    divisions: list[str] = field(default_factory=list)
    cycles: int = 0
    scalar: float = 0.0  # share of the cycles, in percent
    roof: float | None = None
    seconds: dict[str, float | None] = field(default_factory=dict)
    dram: int = 0  # of the largest program, in bytes


@contextmanager
def collected(texts: list[str]):
    """The Linalg text of each program."""
    build = service.build

    def keep(linalg: str, arguments: list[str]) -> bytes:
        texts.append(linalg)
        return build(linalg, arguments)
    service.build = keep
    try:
        yield
    finally:
        service.build = build


def iree_seconds(texts: list[str]) -> float | None:
    """The time of iree-compile for this CPU, on the same texts; None if it fails."""
    command = [Path(sys.executable).parent / "iree-compile", "-", "-o", os.devnull,
               "--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host"]
    start = time.perf_counter()
    done = [subprocess.run(command, input=text.encode(), capture_output=True)
            for text in texts]
    return None if any(each.returncode for each in done) else time.perf_counter() - start


def measure(architecture: Architecture, variant: str, cycles: bool) -> Measured:
    torch.manual_seed(0)
    model, inputs = architecture.make()
    model.eval()
    want = copy.deepcopy(model)
    texts: list[str] = []
    with torch.no_grad():
        torch.manual_seed(1)
        expected = want(*copy.deepcopy(inputs))
        torch.manual_seed(1)
        with collected(texts):
            found = torch_matrix.explain(model, *inputs, options={"mcpu": variant},
                                         cycles=cycles)
    eager = [str(each) + " " + each.reason for graph in found.graphs for each in graph.eager]
    divisions = [str(each) + " " + each.reason
                 for graph in found.graphs for each in graph.divisions]
    timings = [timing for graph in found.graphs for timing in graph.programs if timing]
    total = sum(timing.cycles for timing in timings)
    return Measured(
        difference(found.results, expected), len(found.graphs),
        sum(len(graph.programs) for graph in found.graphs),
        sum(len(graph.accelerated) for graph in found.graphs), eager, divisions, total,
        weighted(timings, total, lambda timing: timing.scalar),
        weighted(timings, total, lambda timing: timing.roof or 0.0),
        {**found.seconds, "iree-compile": iree_seconds(texts)},
        max((memory.dram for graph in found.graphs for memory in graph.memory if memory),
            default=0))


def weighted(timings: list, total: int, value) -> float:
    return sum(value(timing) * timing.cycles for timing in timings) / total if total else 0.0


def difference(got, want) -> float:
    """The largest one of all results, over the largest magnitude of each; infinite if
    types, shapes or NaN differ."""
    got, want = tensors(got), tensors(want)
    assert len(got) == len(want), f"{len(got)} results, not {len(want)}"
    return max(map(distance, got, want), default=0.0)


def tensors(results) -> list[torch.Tensor]:
    return [leaf for leaf in tree_leaves(results) if isinstance(leaf, torch.Tensor)]


def distance(got: torch.Tensor, want: torch.Tensor) -> float:
    if (got.dtype, got.shape) != (want.dtype, want.shape) \
            or not torch.equal(got.isnan(), want.isnan()):
        return float("inf")
    if want.numel() == 0:
        return 0.0
    largest = want.double().nan_to_num(posinf=0, neginf=0).abs().max().item()
    differ = torch.where(got == want, 0, got.double() - want.double()).nan_to_num(0).abs()
    return differ.max().item() / (largest or 1.0)
