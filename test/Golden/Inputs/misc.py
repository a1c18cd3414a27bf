#===- misc.py - expected results of constants, moves and masks -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Miscellaneous instructions. Moves preserve bits."""

import numpy as np

from case import Case, generator
from floats import bits, stored
from elements import random_bits, specials


def cases(machine):
    def any_tile(text, fmt="w"):
        tile = random_bits(generator(text), fmt, machine.shape(fmt))
        if fmt == "w":
            tile[:, ::2] = generator(text).choice(specials("f32"), tile[:, ::2].shape)
        return tile
    yield Case("tzero t1", {"t1": any_tile("tzero")},
               {"t1": np.zeros(machine.shape("w"), np.uint32)})
    source = np.resize(specials("f32"), machine.shape("f32"))
    yield Case("tmov t1, t2", {"t2": source}, {"t1": source})
    yield from splats(machine)
    yield from numbers(machine)
    yield from masks(machine, any_tile)
    yield from elements(machine)


WORDS = [0, 1, -1, 0x80, 0x7FFF, 0x8000, 0x12345678, 0x80000000, 0x0123456789ABCDEF]


def splats(machine):
    for suffix in ("b", "h", "w"):
        for word in WORDS:
            element = np.array(word & (1 << 64) - 1, np.uint64).astype(stored(suffix))
            yield Case(f"tsplat.{suffix} t1, r24", {"r24": word},
                       {"t1": np.full(machine.shape(suffix), element)})
    for word in specials("f32"):
        yield Case("tsplatf t1, f24", {"f24": int(word)},
                   {"t1": np.full(machine.shape("f32"), word)})


def numbers(machine):
    rows, columns = machine.shape("i32")
    for start in (0, 5, -3, 2**31 - 4, 2**32 + 7):
        row, column = np.mgrid[0:rows, 0:columns]
        for suffix, index in (("r", row), ("c", column)):
            yield Case(f"tiota.{suffix} t1, r24", {"r24": start},
                       {"t1": bits("i32", index + start)})


def masks(machine, any_tile):
    """Rows or columns from the bound on are those of td, others those of ta; the bound
    is a signed 64-bit number."""
    for text, suffix, axis in [("tmaskr", "w", 0), *((f"tmaskc.{s}", s, 1)
                                                     for s in ("b", "h", "w"))]:
        extent = machine.shape(suffix)[axis]
        for bound in (0, 1, 5, extent - 1, extent, extent + 1, -1, 2**32, -2**63):
            old, new = any_tile(text, suffix), any_tile(text + "new", suffix)
            index = np.arange(extent).reshape((-1, 1) if axis == 0 else (1, -1))
            yield Case(f"{text} t1, t2, r24", {"t1": old, "t2": new, "r24": bound},
                       {"t1": np.where(index < bound, new, old)})


def elements(machine):
    """Element number row * N + column, to a general or an f32 register."""
    rows, columns = machine.shape("w")
    tile = np.resize(specials("f32"), (rows, columns))
    for index in (0, 1, columns - 1, columns, 5 * columns + 3, rows * columns - 1):
        word = int(tile.reshape(-1)[index])
        yield Case("tget.i32 r25, t2, r24", {"t2": tile, "r24": index},
                   {"r25": word - (word >> 31 << 32)})
        yield Case("tget.f32 f25, t2, r24", {"t2": tile, "r24": index}, {"f25": word})
