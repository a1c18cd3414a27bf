#===- instruments.py - what the tools of PyTorch show -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Entries of torch.profiler, and of TORCH_LOGS="output_code". A program is named by its
first operators that are neither views nor elementwise. The cycles are a second entry of
the profiler, since they are known only after the run."""

import logging
from collections.abc import Callable

import torch
from torch import fx

from ..partition import host

CODE = torch._logging.getArtifactLogger(__name__, "output_code")
NAMED = 3  # operators in the name of a program


def name_of(graph: fx.Graph) -> str:
    """The name of a program in the profiler: its first operators."""
    names = [getattr(node.target, "_opname", str(node.target)) for node in graph.nodes
             if isinstance(node.target, torch._ops.OpOverload)
             and torch.Tag.pointwise not in node.target.tags
             and not host.is_view(node.target)] or ["elementwise"]
    more = f"_and_{len(names) - NAMED}_more" * (len(names) > NAMED)
    return "matrix::" + "_".join(names[:NAMED]) + more


def profiled(name: str, run: Callable, cycles: Callable[[], int | None]) -> None:
    """Calls a function as an entry of the profiler; a second one has the cycles."""
    if not torch.autograd._profiler_enabled():
        run()
        return
    with torch.profiler.record_function(name):
        run()
        if (count := cycles()) is not None:
            with torch.profiler.record_function(f"{name}, {count} cycles"):
                pass


def log_code(name: str, assembly: Callable[[], bytes]) -> None:
    if CODE.isEnabledFor(logging.DEBUG):
        CODE.debug("program %s:\n%s", name, assembly().decode())
