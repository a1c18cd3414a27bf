#===- program.py - compiled programs -------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A compiled program: an ELF file compiled from Linalg text, executed on tensors."""

import os
import tempfile
from pathlib import Path

import torch

from . import arrays, tools


class Program:
    """Compiles once; each call runs the ELF file in the simulator."""

    def __init__(self, linalg: str, results: list[torch.Tensor]):
        """results: tensors (or fakes) with the types and shapes of the results."""
        self.folder = tempfile.TemporaryDirectory(prefix="torch-matrix-")
        self.types = [(result.dtype, result.shape) for result in results]
        source = self.path("model.mlir")
        source.write_text(linalg)
        tools.run("matrix-compile", source, *variant(), "-o", self.path("model.elf"))

    def __call__(self, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        with tempfile.TemporaryDirectory(dir=self.folder.name) as call:
            return self.run(inputs, Path(call))

    def run(self, inputs: list[torch.Tensor], call: Path) -> list[torch.Tensor]:
        options = []
        for i, tensor in enumerate(inputs):
            arrays.save(call / f"arg{i}.npy", tensor)
            options += ["--input", call / f"arg{i}.npy"]
        for i in range(len(self.types)):
            options += ["--output", call / f"result{i}.npy"]
        tools.run("matrix-run", "--functional", self.path("model.elf"), *options)
        return [arrays.load(call / f"result{i}.npy", dtype).reshape(shape)
                for i, (dtype, shape) in enumerate(self.types)]

    def path(self, name: str) -> Path:
        return Path(self.folder.name) / name


def variant() -> list[str]:
    name = os.environ.get("MATRIX_CPU")
    return [f"--mcpu={name}"] if name else []
