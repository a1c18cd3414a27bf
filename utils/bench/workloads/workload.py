#===- utils/bench/workloads/workload.py - one measured program --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A program with its arguments, the results it must have, and the work it cannot avoid.

Arguments are small integers, so that sums are exact in every type and for every order,
and results can be compared bit by bit."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod

import numpy as np

BYTES = {"f32": 4, "i32": 4, "bf16": 2, "i8": 1}
SUMS = {"f32": "f32", "bf16": "f32", "i8": "i32"}
STORED = {"f32": "float32", "bf16": "uint16", "i8": "int8", "i32": "int32"}  # NumPy names
ALL = 0  # cores: all that the variant has


@dataclass
class Tensor:
    shape: tuple
    element: str

    @property
    def bytes(self) -> int:
        return prod(self.shape) * BYTES[self.element]

    def __str__(self) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"


@dataclass
class Workload:
    group: str  # section of the page
    name: str  # unique in its group
    arguments: list  # Tensors
    results: list  # Tensors
    body: str  # of @main: arguments are %a0, %a1, ..; `return` included
    compute: Callable  # exact arguments, as float64, to the list of exact results
    macs: int = 0
    element: str = ""  # of the factors of the products
    needed: int | None = None  # compulsory bytes; default: arguments and results
    variant: str = "base"
    cores: tuple = (1, ALL)
    values: dict = field(default_factory=dict)  # argument number: its values
    disabled: tuple = ()  # techniques of the compiler: matrix-compile --disable

    @property
    def compulsory(self) -> int:
        every = sum(tensor.bytes for tensor in [*self.arguments, *self.results])
        return every if self.needed is None else self.needed

    def mlir(self) -> str:
        arguments = ", ".join(f"%a{i}: {tensor}" for i, tensor in enumerate(self.arguments))
        results = ", ".join(map(str, self.results))
        return f"func.func @main({arguments}) -> ({results}) {{\n{self.body.strip()}\n}}\n"

    def exact_arguments(self) -> list:
        random = np.random.default_rng(1)
        made = [random.integers(-4, 5, tensor.shape).astype(np.float64) for tensor in self.arguments]
        return [self.values.get(i, values) for i, values in enumerate(made)]

    def files(self) -> list:
        """Files besides the program that a measurement depends on."""
        return []

    def inputs(self) -> list:
        return [encode(values, tensor.element)
                for values, tensor in zip(self.exact_arguments(), self.arguments)]

    def expected(self) -> list:
        results = self.compute(*self.exact_arguments())
        return [encode(values, tensor.element) for values, tensor in zip(results, self.results)]


def encode(values, element: str):
    """Exact values as a tensor of this type is stored; bf16 rounds to nearest even."""
    if element != "bf16":
        return np.ascontiguousarray(values).astype(STORED[element])
    bits = np.ascontiguousarray(values).astype(np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def zeros(name: str, tensor: Tensor) -> str:
    """A value %name of zeros, to accumulate in."""
    zero = "0" if tensor.element.startswith("i") else "0.0"
    return f"""  %{name}_zero = arith.constant {zero} : {tensor.element}
  %{name}_empty = tensor.empty() : {tensor}
  %{name} = linalg.fill ins(%{name}_zero : {tensor.element}) outs(%{name}_empty : {tensor}) -> {tensor}
"""


def rounded(name: str, source: str, wide: Tensor, narrow: Tensor) -> str:
    """A value %name: %source, rounded to a narrower float."""
    rank = len(wide.shape)
    dims = ", ".join(f"d{i}" for i in range(rank))
    same = f"affine_map<({dims}) -> ({dims})>"
    loops = ", ".join(['"parallel"'] * rank)
    return f"""  %{name}_empty = tensor.empty() : {narrow}
  %{name} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{loops}]}}
      ins(%{source} : {wide}) outs(%{name}_empty : {narrow}) {{
  ^bb0(%x: {wide.element}, %old: {narrow.element}):
    %y = arith.truncf %x : {wide.element} to {narrow.element}
    linalg.yield %y : {narrow.element}
  }} -> {narrow}
"""
