#===- scalar_cases.py - operands of scalar instructions --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Scalar instructions with operands: all pairs of special values, then random ones, and
immediates at their bounds."""

import itertools
import re
import zlib
from dataclasses import dataclass

import numpy as np

ROWS = 512
KINDS = {"general": ("i64", "r", "i8"), "f32": ("float", "f", "f4"),
         "f64": ("double", "f", "f8")}
WORDS = [0, 1, 2, 3, 31, 32, 63, 64, 127, 128, 255, 0x7FFF, 0x8000, 0x7FFFFFFF,
         0x80000000, 1 << 32, (1 << 63) - 1, -1, -2, -128, -(1 << 31), -(1 << 63)]
FLOATS = [0.0, 0.5, 1.0, 1.5, 2.5, 3.7, 1e10, 9.3e18, 1e300, 5e-324, 1e-40, 1e-45,
          np.inf, 65504, 65520, 2.0 ** 31, 2.0 ** 63]


@dataclass
class Case:
    instruction: object
    immediates: dict
    values: dict               # arrays by the names of register operands
    memory: np.ndarray

    def operands(self) -> dict:
        numbers = {name: np.int64(value) for name, value in self.immediates.items()}
        return {**self.values, **numbers}

    def __str__(self):
        text = ", ".join(f"{n} = {v}" for n, v in self.immediates.items())
        return f"{self.instruction}{f' ({text})' if text else ''}"


def cases_of(instruction):
    immediates = [o for o in instruction.inputs if o.kind == "immediate"]
    choices = [sorted({o.minimum, o.maximum, *(n for n in (-1, 0, 1)
                                               if o.minimum <= n <= o.maximum)})
               for o in immediates]
    for numbers in itertools.product(*choices):
        rng = np.random.default_rng(zlib.crc32(instruction.mnemonic.encode()))
        values = {o.name: table(o.kind, place, rng)
                  for place, o in enumerate(registers(instruction))}
        yield Case(instruction, dict(zip((o.name for o in immediates), numbers)), values,
                   table("general", 2, rng))


def registers(instruction) -> list:
    """Inputs in registers, without the base of the address."""
    return [o for o in instruction.inputs if o.kind != "immediate"
            and o.name != address_of(instruction)]


def address_node(instruction):
    """The address of a load or store, or None."""
    return next((node["args"][-1] for node in nodes(instruction.facts["patterns"])
                 if re.search(r"load|store", node["op"])), None)


def address_of(instruction):
    """The operand that is the base of the address in a load or store."""
    place = address_node(instruction)
    while place and place["op"] != "Operand":
        place = place["args"][0]
    return place["name"] if place else None


def nodes(pattern):
    if isinstance(pattern, list):
        for one in pattern:
            yield from nodes(one)
    elif isinstance(pattern, dict):
        yield pattern
        yield from nodes(pattern.get("args", []))


def table(kind, place, rng):
    """Every pair of special values, then random bits and numbers."""
    dtype = np.dtype(KINDS[kind][2])
    special = np.array(WORDS, dtype)
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            special = np.array([*FLOATS, *(-x for x in FLOATS), np.nan, -np.nan], dtype)
    index = np.arange(ROWS)
    index = [index, index // len(special), rng.permutation(index)][place % 3]
    values = special[index % len(special)]
    half = ROWS // 8
    values[-half:] = np.frombuffer(rng.bytes(half * dtype.itemsize), dtype)
    if dtype.kind == "f":
        values[-half // 2:] = (rng.normal(size=half // 2) * 2.0 ** rng.integers(
            -12, 12, half // 2)).astype(dtype)
    return values
