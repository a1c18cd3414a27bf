#===- functions.py - compilation without torch.compile --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions that compile a model to text, or run it once. Compilation to MLIR or
assembly goes by torch.export: the model is one graph without eager mode, and an
operator that cannot be compiled is an error. jit_run goes by torch.compile, for static
shapes."""

from collections.abc import Callable

import torch

from .compiler import service
from .compiler.machine import compiling_for
from .errors import InvalidOption
from .importing import export_linalg
from .options import Options, require_known

STAGES = {"linalg": None, "tiles": "tiles", "dialect": "dialect"}


def compile_to_mlir(model: Callable, inputs: tuple | torch.Tensor, *, stage: str = "linalg",
                    options: dict | None = None) -> str:
    """The model as MLIR: Linalg on tensors, "tiles" (loops and transfers over
    tile-shaped vectors) or the "dialect" of tile instructions. `inputs`: the
    example inputs, or the only one."""
    require_known("stage", stage, list(STAGES))
    return compiled(model, inputs, STAGES[stage], options)


def compile_to_asm(model: Callable, inputs: tuple | torch.Tensor, *,
                   options: dict | None = None) -> str:
    """The assembly of the model."""
    return compiled(model, inputs, "asm", options)


def jit_run(model: Callable, inputs: tuple | torch.Tensor = (), named: dict | None = None, *,
            options: dict | None = None):
    """Compiles the model and runs it once on the simulated accelerator. `named`: the keyword
    arguments of the model."""
    function = torch.compile(model, backend="matrix", dynamic=False, options=options)
    with torch.no_grad():
        return function(*as_tuple(inputs), **(named or {}))


def compiled(model: Callable, inputs: tuple | torch.Tensor, emit: str | None,
             options: dict | None) -> str:
    checked = Options.of(options)
    if checked.output != "simulate":
        raise InvalidOption("option 'output' is for torch.compile; leave it out")
    with compiling_for(checked):
        linalg, _ = export_linalg(as_module(model), as_tuple(inputs))
    if emit is None:
        return linalg
    return service.build(linalg, [*checked.arguments(), f"--emit={emit}"]).decode()


def as_tuple(inputs: tuple | torch.Tensor) -> tuple:
    """A tensor is the only input, and not one for each of its rows."""
    return (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)


def as_module(model: Callable) -> torch.nn.Module:
    """torch.export takes modules only, and export_linalg exported programs."""
    if isinstance(model, (torch.nn.Module, torch.export.ExportedProgram)):
        return model

    class Function(torch.nn.Module):
        """The function as the forward pass of a module."""

        def forward(self, *inputs):
            return model(*inputs)
    return Function()
