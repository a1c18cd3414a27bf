#===- records.py - records against expected results ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks the same encodings and result vectors without a build: from the fields
of `matrix-tblgen -dump-description`, and by the NumPy interpreter of the semantics
(test/Instructions), which takes about a second."""

import re
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2] / "Instructions" / "Inputs"))

# pylint: disable=wrong-import-position
from semantics.description import Geometry  # noqa: E402
from semantics.mutant_run import MutantInterpreter  # noqa: E402


class Records:
    def __init__(self, description, machine):
        self.interpreter = MutantInterpreter(description, Geometry(
            machine.rows, machine.row_bytes, machine.tiles,
            description.spaces["scratchpad"]["number"]))
        self.instructions = {i.mnemonic: i for i in description.instructions}

    def find(self, text):
        """The instruction and its operands by name, or None."""
        instruction = self.instructions.get(text.split()[0])
        match = instruction and operand_pattern(instruction).fullmatch(text)
        if not match:
            return None, {}
        return instruction, match.groupdict()

    # --- Encodings --------------------------------------------------------------

    def word(self, text):
        instruction, operands = self.find(text)
        if not instruction:
            return None
        encoding = instruction.facts["encoding"]
        word = int(encoding["value"], 16)
        for name, runs in encoding["fields"].items():
            field = int(re.sub(r"^[trf]", "", operands[name]))
            for bits in runs:
                part = field >> bits["field"] & (1 << bits["width"]) - 1
                word |= part << bits["inst"]
        return word

    # --- Results ----------------------------------------------------------------

    def agrees(self, case, semantics=None) -> bool:
        """Evaluates with `semantics` in place of the record's semantics."""
        instruction, operands = self.find(case.text)
        if not instruction:
            return False
        if semantics is not None:
            instruction = instruction.with_semantics(semantics)
        memory = Image(case.image)
        try:
            got = self.interpreter.run(
                instruction, self.values(case, instruction, operands), memory)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return False
        if case.want_image is not None:
            return np.array_equal(memory.bytes, case.want_image)
        (want,) = case.want.values()
        if isinstance(want, int):
            return int(np.ravel(got)[0]) == want
        return np.array_equal(np.ascontiguousarray(got).view(np.uint8).reshape(-1),
                              np.ascontiguousarray(want).view(np.uint8).reshape(-1))

    def values(self, case, instruction, operands) -> dict:
        values = {}
        for operand in instruction.inputs:
            tied = operand.tied is not None
            written = instruction.operands[operand.tied] if tied else operand
            register = operands[written.name]
            value = ({"r0": 0} | case.registers | case.addresses).get(register)
            values[operand.name] = int(register) if value is None else value
            if operand.kind == "tile":
                dtype = self.interpreter.formats[operand.format].dtype
                values[operand.name] = np.ascontiguousarray(value).view(dtype)
        return values


def operand_pattern(instruction):
    """`tld\\t$td, ${imm}(${ra}), $rb` as a regular expression."""
    text = re.escape(instruction.assembly.replace("\t", " ")).replace("\\ ", " ")
    return re.compile(re.sub(r"\\\$(?:\\\{(\w+)\\\}|(\w+))",
                             lambda m: f"(?P<{m[1] or m[2]}>[-\\w]+)", text))


class Image:
    """Memory from address 0; accesses outside are errors."""

    def __init__(self, contents):
        self.bytes = None if contents is None else contents.copy()

    def read(self, address, dtype, count):
        return np.frombuffer(
            self.part(address, dtype.itemsize * count).tobytes(), dtype)

    def write(self, address, row):
        content = np.frombuffer(np.ascontiguousarray(row).tobytes(), np.uint8)
        self.part(address, len(content))[:] = content

    def part(self, address, size):
        if not 0 <= address <= len(self.bytes) - size:
            raise IndexError(address)
        return self.bytes[address:address + size]
