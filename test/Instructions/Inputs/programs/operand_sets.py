#===- operand_sets.py - operands of tile instructions ----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""For every tile instruction and every combination of its immediates one Case with
several sets of operands: all pairs of special values, random bits, and numbers of
moderate size near ties. The mnemonic is the seed, so that failures are reproducible."""

import functools
import itertools
import zlib

import numpy as np

from programs.tile_cases import Case, access_of
from programs.values import GENERAL, SUMMANDS, WIDE_BOUNDS, moderate, special_values, ties, tiny
from semantics.description import Description, Geometry, Instruction, nodes

KINDS = ["moderate", "ties", "special 0", "random", "sparse", "ties", "moderate",
         "ties"]
ENOUGH = 256    # smallest number of elements of a tile for which KINDS suffices
# Structured operators whose result depends on one element, as elementwise ones do.
ELEMENTWISE = {"Operand", "Cast", "Bitcast"}


def cases_of(description: Description, cpu: str) -> list:
    return [case for instruction in description.of_kind("tile", cpu)
            for case in cases_of_one(description, cpu, instruction)]


def cases_of_one(description, cpu, instruction, salt=0) -> list:
    """`salt` changes the random operands."""
    return list(OperandSets(description, description.geometry(cpu), instruction, salt).cases())


class OperandSets:
    def __init__(self, description, geometry: Geometry, instruction: Instruction, salt):
        self.formats = description.formats
        self.operators = description.operators
        self.geometry = geometry
        self.instruction = instruction
        self.rng = np.random.default_rng(
            zlib.crc32(instruction.mnemonic.encode(), salt))
        self.access = access_of(instruction)

    def cases(self):
        names = [o.name for o in self.instruction.inputs if o.kind == "immediate"]
        choices = [self.choices(self.instruction.operand(n)) for n in names]
        for values in itertools.product(*choices):
            yield self.case(dict(zip(names, values)))

    def choices(self, operand) -> list:
        low, high = operand.minimum, operand.maximum
        if operand.name in self.block_operands():
            return list(range(low, min(high + 1, self.blocks())))
        return sorted({low, min(max(low, -1), high), min(max(low, 0), high),
                       min(max(low, 1), high), high})

    def block_operands(self) -> set:
        """Immediates that number column blocks."""
        return {n["args"][0]["name"] for n in nodes(self.instruction.semantics)
                if n["op"] in ("Part", "Insert") and isinstance(n["args"][0], dict)}

    def blocks(self) -> int:
        """The number of column blocks of the widest narrow operand; blocks of a parameter
        operand end with its rows."""
        semantics = list(nodes(self.instruction.semantics))
        widths = [n["format"] for n in semantics if n["op"] in ("Part", "Insert")]
        counts = [32 // self.formats[f].bits for f in widths]
        counts += [(self.geometry.rows - n["row"] - 1) // n["rows_per_block"] + 1
                   for n in semantics if n["op"] == "Row"]
        return min(counts)

    def case(self, immediates):
        if self.access:
            return self.memory_case(immediates)
        scalars = any(o.kind in ("general", "f32") for o in self.instruction.inputs)
        count = len(self.bounds()) if scalars else len(self.kinds)
        return Case(self.instruction, immediates,
                    [self.values(immediates, number) for number in range(count)])

    @functools.cached_property
    def kinds(self) -> list:
        """The kinds of operands, one for each set. Ties are repeated for small tiles,
        and more often where a row of parameters makes most of them invisible."""
        hidden = any(n["op"] == "Row" for n in nodes(self.instruction.semantics))
        enough = 4 * ENOUGH if hidden else ENOUGH
        again = -(-enough // self.size(self.formats["FmtF32"])) - 1
        tiny = ["tiny"] if any(self.instruction.uses(op)
                               for op in ("Contract", "Reduce")) else []
        largest = ["largest"] if self.narrows_products() else []
        odd = ["odd"] * 2 if any(self.instruction.uses(op)
                                 for op in ("Insert", "Part", "Select")) else []
        return [*KINDS, *tiny, *largest, *odd, *["ties"] * (again * KINDS.count("ties")),
                *(f"special {part + 1}" for part in range(self.more_pairs()))]

    def narrows_products(self) -> bool:
        """Whether products are rounded to a narrower float. Overflow by rounding alone
        needs operands chosen for it: those of kind `largest`."""
        return any(n["op"] == "Cast" and any(m["op"] == "Mul" for m in nodes(n))
                   and self.formats[n["format"]].float
                   for n in nodes(self.instruction.semantics))

    def more_pairs(self) -> int:
        """Tiles of pairs of special values besides the first: elementwise
        instructions see all of them."""
        tiles = [self.formats[o.format] for o in self.instruction.inputs
                 if o.kind == "tile"]
        if len(tiles) < 2 or any(f.any for f in tiles) or not all(
                n["op"] in ELEMENTWISE or n["op"] in self.operators
                for n in nodes(self.instruction.semantics)):
            return 0
        return -(-len(special_values(tiles[-1])) ** 2 // self.size(tiles[-1])) - 1

    def size(self, fmt) -> int:
        rows, columns = self.geometry.shape(fmt)
        return rows * columns

    def values(self, immediates, number):
        kinds = self.kinds
        kind = kinds[number % len(kinds)]
        values = dict(immediates)
        self.factor = None
        for position, operand in enumerate(self.instruction.inputs):
            if operand.kind == "tile":
                values[operand.name] = self.tile(operand, kind, position, immediates)
            elif operand.kind == "general":
                values[operand.name] = self.bounds()[number % len(self.bounds())]
            elif operand.kind == "f32":
                specials = special_values(self.formats["FmtF32"])
                values[operand.name] = int(specials[number * 5 % len(specials)])
        return values

    def bounds(self):
        """Values of general registers: special numbers, and numbers near every extent."""
        columns = (self.geometry.row_bytes // size for size in (1, 2, 4))
        extents = {self.geometry.rows, *columns}
        return GENERAL + sorted(e + d for e in extents for d in (-1, 0, 1))

    # --- Tiles ------------------------------------------------------------------

    def tile(self, operand, kind, position, immediates):
        fmt = self.formats[operand.format]
        shape = self.geometry.shape(fmt)
        bits = self.elements(fmt, kind, shape, position)
        for node in nodes(self.instruction.semantics):
            if node["op"] == "Row" and node["args"][0]["name"] == operand.name:
                self.parameter_row(bits, node, immediates, kind)
        return bits

    def parameter_row(self, bits, node, immediates, kind):
        """Numbers that keep results in range and, for ties, halves exact."""
        q = node["args"][1]
        q = immediates[q["name"]] if isinstance(q, dict) else q
        fmt = self.formats[node["format"]]
        row = bits.view(fmt.dtype)[node["rows_per_block"] * q + node["row"]]
        if kind == "ties" and fmt.float:
            row[:] = fmt.encode(self.rng.choice([0.0, 0.5, 1.0, 2.0], len(row)))
        elif kind == "ties":
            usual = self.rng.choice(WIDE_BOUNDS if self.is_packed(node) else SUMMANDS,
                                    len(row))
            row[:] = np.where(self.rng.random(len(row)) < 0.7, usual, row)
        elif kind == "moderate" and fmt.float:
            row[:] = moderate(fmt, self.rng, len(row))

    def is_packed(self, row) -> bool:
        """Whether the semantics extract bits of the words of the row."""
        return any(node["op"] in ("And", "Shl", "Shr", "Sra") and row in node["args"]
                   for node in nodes(self.instruction.semantics))

    def elements(self, fmt, kind, shape, position):
        rng = self.rng
        if kind == "moderate" and self.instruction.uses("ArgReduce"):
            return fmt.encode(rng.integers(-2, 3, shape))  # so that the maximum occurs twice
        if kind.startswith("special"):
            return self.specials(fmt, shape, position, int(kind.split()[1]))
        if kind == "random" or fmt.any:
            return rng.integers(0, 1 << fmt.bits, shape).astype(fmt.dtype)
        if kind == "ties":
            return ties(fmt, rng, shape, list(self.narrower(fmt)))
        if kind == "odd":
            return rng.choice(special_values(fmt), shape)
        if kind == "tiny":
            return tiny(fmt, rng, shape, self.total_of(position))
        bits = moderate(fmt, rng, shape)
        if kind == "largest" and fmt.float:
            return self.largest(fmt, bits)
        if kind == "sparse":
            # One special value in every third row, so that a sum contains one at most.
            values = special_values(fmt)
            for row in range(0, shape[0], 3):
                bits[row, rng.integers(shape[1])] = rng.choice(values)
        return bits

    def largest(self, fmt, bits):
        """Products with the first operand are close to the largest finite number."""
        if self.factor is None:
            self.factor = fmt.decode(bits)
            return bits
        factor = np.resize(self.factor, bits.shape)
        with np.errstate(all="ignore"):
            near = fmt.largest * (1 + np.ldexp(self.rng.random(factor.shape),
                                               -fmt.mantissa)) / factor
        return fmt.encode(np.nan_to_num(near))

    def total_of(self, position):
        """The format of the sum of products of which the operand is a factor."""
        name = self.instruction.inputs[position].name
        for node in nodes(self.instruction.semantics):
            if node["op"] == "Contract" and any(
                    n.get("name") == name for a in node["args"][1:] for n in nodes(a)):
                return self.formats[node["format"]]
        return None

    def narrower(self, fmt):
        for operand in self.instruction.operands:
            if operand.kind == "tile" and self.formats[operand.format].bits < fmt.bits:
                yield self.formats[operand.format]

    def specials(self, fmt, shape, position, part):
        """All pairs of special values, divided into tiles; those of the first operand
        vary fastest."""
        values = special_values(fmt)
        size = shape[0] * shape[1]
        index = np.arange(part * size, (part + 1) * size)
        index = [index, index // len(values), self.rng.permutation(index)][position % 3]
        return values[index % len(values)].reshape(shape)

    # --- Loads and stores -------------------------------------------------------

    def memory_case(self, immediates):
        """The address compensates the immediate, so that the first row is near the
        beginning of the image."""
        operands = {o.name: o for o in self.instruction.inputs}
        base, imm, stride = self.access["args"][-3:]
        offset = immediates[imm["name"]] if isinstance(imm, dict) else imm
        row_bytes, size = self.geometry.row_bytes, self.element_bytes()
        pitches = [row_bytes, row_bytes + size, 2 * row_bytes, 2 * row_bytes - size]
        if self.access["op"] == "Load":
            pitches += [0, size, -row_bytes - size]
        fixed = isinstance(stride, int)
        if fixed or stride["op"] == "RowBytes":
            pitches = [stride if fixed else row_bytes]
        most = max(self.geometry.rows, row_bytes // size)
        image = (most + 1) * max(2 * row_bytes, *map(abs, pitches))
        sets = []
        for number, pitch in enumerate(pitches):
            first = number % 3 * size + (most * -pitch if pitch < 0 else 0)
            values = dict(immediates)
            values[base["name"]] = first - offset * row_bytes
            if not fixed and stride["op"] == "Operand":
                values[stride["name"]] = pitch
            for name, operand in operands.items():
                if operand.kind == "tile":
                    values[name] = self.tile(operand, "random", 0, immediates)
            values["image"] = self.rng.integers(0, 256, image).astype(np.uint8)
            sets.append(values)
        return Case(self.instruction, immediates, sets, image)

    def element_bytes(self) -> int:
        result = self.instruction.result
        tile = result or next(o for o in self.instruction.inputs if o.kind == "tile")
        return self.formats[tile.format].size
