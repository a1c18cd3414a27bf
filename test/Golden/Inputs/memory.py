#===- memory.py - expected results of tile loads and stores ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tile loads and stores. imm counts tile rows; a stride may be 0, negative, or
any multiple of the element size; so may the address."""

import numpy as np

from case import Case, generator
from floats import SIZE, stored
from elements import random_bits


def cases(machine):
    pitch = machine.row_bytes
    for stride, imm, at in [
            (pitch, 0, 0), (pitch + 4, 1, 4), (0, 0, 12), (pitch, -256, 8),
            (2 * pitch - 4, 255, 0), (-pitch - 4, -3, 4), (4, 2, 0)]:
        yield from rows(machine, stride, imm, at)
    for imm, at in [(0, 4), (1, 0), (5, 8), (127, 12)]:
        yield from contiguous(machine, imm, at)
    for suffix in ("b", "h", "w"):
        size = SIZE[suffix]
        for stride, at in [(pitch, 0), (pitch + size, size), (0, 3 * size),
                           (-pitch + size, 0), (size, size)]:
            yield from transposed(machine, suffix, stride, at)
    for suffix in ("b", "h"):
        for q in range(machine.shape(suffix)[1] // machine.columns):
            yield from blocks(machine, suffix, q)


class Image:
    """Memory with `address` + imm rows in its middle."""

    def __init__(self, machine, text, stride, imm, at, steps):
        span = abs(stride) * steps + 2 * machine.row_bytes + 64
        self.before = span if stride < 0 else 64
        size = -(-(self.before + at + span) // 64) * 64
        self.bytes = random_bits(generator(text), "b", size)
        self.first = self.before + at
        self.register = self.first - imm * machine.row_bytes

    def read(self, address, fmt, count):
        size = count * SIZE[fmt]
        return np.frombuffer(self.bytes[address:address + size].tobytes(), stored(fmt))

    def write(self, address, elements):
        content = np.frombuffer(np.ascontiguousarray(elements).tobytes(), np.uint8)
        self.bytes[address:address + len(content)] = content

    def before_and_after(self, write):
        """A store: memory before and after."""
        before = self.bytes.copy()
        write(self)
        return before, self.bytes


def rows(machine, stride, imm, at):
    count, columns = machine.shape("w")
    text = f"tld t1, {imm}(r24), r25"
    image = Image(machine, text, stride, imm, at, count)
    tile = np.stack([image.read(image.first + r * stride, "w", columns)
                     for r in range(count)])
    yield Case(text, {"r25": stride}, {"t1": tile}, image.bytes.copy(),
               {"r24": image.register})
    if not stride:
        yield Case(f"tld t1, {imm}(r24), r0", {}, {"t1": tile}, image.bytes.copy(),
                   {"r24": image.register})
    yield stored_rows(machine, f"tst t1, {imm}(r24), r25", image, stride)


def stored_rows(machine, text, image, stride, registers=True):
    tile = random_bits(generator(text), "w", machine.shape("w"))
    before, after = image.before_and_after(lambda i: [
        i.write(i.first + r * stride, row) for r, row in enumerate(tile)])
    given = {"t1": tile, **({"r25": stride} if registers else {})}
    return Case(text, given, {}, before, {"r24": image.register}, after)


def contiguous(machine, imm, at):
    count, columns = machine.shape("w")
    text = f"tldc t1, {imm}(r24)"
    image = Image(machine, text, machine.row_bytes, imm, at, count)
    tile = image.read(image.first, "w", count * columns).reshape(count, columns)
    yield Case(text, {}, {"t1": tile}, image.bytes.copy(), {"r24": image.register})
    yield stored_rows(machine, f"tstc t1, {imm}(r24)", image, machine.row_bytes, False)


def transposed(machine, suffix, stride, at):
    """td[i][k] = element at ra + k * rb + i * size"""
    rows_, columns = machine.shape(suffix)
    text = f"tldt.{suffix} t1, (r24), r25"
    image = Image(machine, text, stride, 0, at, columns)
    tile = np.stack([image.read(image.first + k * stride, suffix, rows_)
                     for k in range(columns)], axis=1)
    yield Case(text, {"r25": stride}, {"t1": tile}, image.bytes.copy(),
               {"r24": image.register})


def blocks(machine, suffix, q):
    """Column block q only, row by row."""
    count, width = machine.rows, machine.columns
    stride = machine.row_bytes + SIZE[suffix]
    text = f"tstb.{suffix} t1, {q}, (r24), r25"
    image = Image(machine, text, stride, 0, SIZE[suffix], count)
    tile = random_bits(generator(text), suffix, machine.shape(suffix))
    part = tile[:, q * width:(q + 1) * width]
    before, after = image.before_and_after(lambda i: [
        i.write(i.first + r * stride, row) for r, row in enumerate(part)])
    yield Case(text, {"t1": tile, "r25": stride}, {}, before, {"r24": image.register},
               after)
