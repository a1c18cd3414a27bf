#===- tile_cases.py - a tile instruction with operands ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A tile instruction with the values of its immediates and several sets of operands, and
its result by the reference interpreter."""

from dataclasses import dataclass

import numpy as np

from semantics.description import Instruction, nodes


@dataclass
class Case:
    instruction: Instruction
    immediates: dict
    sets: list                 # of values by operand name
    image_bytes: int = 0       # loads and stores: bytes of the memory image

    def __str__(self):
        text = ", ".join(f"{n} = {v}" for n, v in self.immediates.items())
        return self.instruction.mnemonic + (f" ({text})" if text else "")


def access_of(instruction: Instruction):
    """The operator that reads or writes the scratchpad, if there is one."""
    return next((n for n in nodes(instruction.semantics)
                 if n["op"] in ("Load", "Store")), None)


class Image:
    """Memory that starts at address 0 and ends."""

    def __init__(self, contents):
        self.bytes = contents.copy()

    def read(self, address, dtype, count):
        size = dtype.itemsize * count
        assert 0 <= address <= len(self.bytes) - size, "a case leaves its image"
        return np.frombuffer(self.bytes[address:address + size].tobytes(), dtype)

    def write(self, address, row):
        contents = np.frombuffer(np.ascontiguousarray(row).tobytes(), np.uint8)
        room = len(self.bytes) - len(contents)
        assert 0 <= address <= room, "a case leaves its image"
        self.bytes[address:address + len(contents)] = contents


def expected(interpreter, case: Case, values: dict):
    """The result tile, or the image after a store; as bytes."""
    image = Image(values["image"]) if case.image_bytes else None
    tile = interpreter.run(case.instruction, values, image)
    if case.instruction.result:
        return np.ascontiguousarray(tile)
    return image.bytes
