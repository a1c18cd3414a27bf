#===- checks.py - run-time errors of eager mode ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Run-time errors of programs. If an assertion fails (worker/assertions.py), PyTorch
executes the graph again and raises its own error."""

import torch
from torch import fx

from .errors import ToolFailed


class Checked:
    """A program that raises the errors of eager mode."""

    def __init__(self, program, graph: fx.Graph):
        self.program, self.graph = program, graph

    def __call__(self, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        try:
            return self.program(inputs)
        except ToolFailed:
            with torch.no_grad():
                fx.Interpreter(self.graph.owning_module, graph=self.graph).run(*inputs)
            raise
