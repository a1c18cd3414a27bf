#===- case.py - one instruction and its expected results -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Registers are named as in assembly. Values of tile registers are arrays of
stored bits of a whole tile, those of others are int (f32 as bits)."""

import re
import zlib
from dataclasses import dataclass, field

import numpy as np

from floats import SIZE


@dataclass(frozen=True)
class Machine:
    """A variant, as far as instructions depend on it, written by hand."""
    cpu: str
    rows: int
    row_bytes: int
    tiles: int
    lacks: str                 # pattern of unsupported mnemonics

    def shape(self, fmt: str) -> tuple:
        return self.rows, self.row_bytes // SIZE[fmt]

    @property
    def columns(self) -> int:
        """Columns of a tile of 32-bit elements, and of a column block."""
        return self.row_bytes // 4

    def has(self, text: str) -> bool:
        return not re.fullmatch(self.lacks, text.split()[0])


FP8 = r".*\.(e4m3|e5m2)(\..*)?"
MACHINES = [
    Machine("edge", 16, 32, 8, rf"{FP8}|tmma\.f32\.(f32|f16)"),
    Machine("base", 16, 64, 16, FP8),
    Machine("ring32", 32, 128, 16, ""),
]


@dataclass
class Case:
    text: str
    registers: dict            # initial values
    want: dict                 # expected values
    image: np.ndarray = None   # memory; `addresses` has the registers that point into it
    addresses: dict = field(default_factory=dict)
    want_image: np.ndarray = None

    @property
    def mnemonic(self) -> str:
        return self.text.split()[0]


def generator(text: str):
    """Random numbers seeded by the instruction only."""
    return np.random.default_rng(zlib.crc32(text.encode()))


def sparse(rng, tile, values, every=3):
    """Some rows get one of `values` at a random column."""
    tile = tile.copy()
    for row in range(0, tile.shape[0], every):
        tile[row, rng.integers(tile.shape[1])] = rng.choice(values)
    return tile
