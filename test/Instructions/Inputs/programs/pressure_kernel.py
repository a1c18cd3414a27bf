#===- pressure_kernel.py - results that are all alive at once --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The cases of tile_kernel.py, with more live results than registers: a function
executes its instruction on all sets of operands before it stores the first result, and
calls a function that uses every register in between."""

from dataclasses import replace
from itertools import cycle, islice

from programs.tile_kernel import TileKernel


def one_of_each_kind(cases, count):
    """One case, with `count` sets, for each combination of formats and tied operands.
    """
    kinds = {}
    for case in cases:
        operands = case.instruction.operands
        if case.instruction.result is None or case.image_bytes:
            continue
        kind = tuple((o.kind, getattr(o, "format", None) if o.kind == "tile" else None,
                      o.tied) for o in operands)
        kinds[kind] = case
    return [replace(case, sets=list(islice(cycle(case.sets), count)))
            for case in kinds.values()]


class PressureKernel(TileKernel):
    def __init__(self, cpu, geometry, cases, work, count):
        super().__init__(cpu, geometry, cases, work, "pressure")
        self.count = count
        self.kernel.reserve_stack(3 * count * geometry.bytes)
        self.add_busy()

    def sizes(self):
        """Sizes of the blocks of all sets."""
        return tuple(n * self.count for n in super().sizes())

    def function(self, number, case, layout) -> str:
        lines, loads = [], []
        for n in range(self.count):
            lines += self.one(case, layout, n)
        for n in reversed(range(self.count)):
            loads.append(f"store {self.result_type(case)} %value.{n}, "
                         f"{self.place('result', n * layout.result)}, align 64")
        body = "\n  ".join([*lines, "call void @busy()", *loads])
        return f"""; {case}
define internal void @case{number}(ptr %in, ptr %out, i64 %sets) noinline {{
  %stage = addrspacecast {self.staged} @stage to ptr
  %result = addrspacecast {self.staged} @result to ptr
  call void @copy(ptr %stage, ptr %in, i64 {layout.size * self.count})
  {body}
  call void @copy(ptr %out, ptr %result, i64 {layout.result * self.count})
  ret void
}}
"""

    def one(self, case, layout, n) -> list:
        lines, arguments = [], []
        for operand in case.instruction.inputs:
            if operand.kind == "immediate":
                arguments.append(("i64", case.immediates[operand.name]))
                continue
            kind = self.ir_type(operand.kind)
            name = f"%{operand.name}.{n}"
            at = n * layout.size + layout.offsets[operand.name]
            lines.append(f"{name} = load {kind}, {self.place('stage', at)}, align "
                         f"{64 if operand.kind == 'tile' else 8}")
            arguments.append((kind, name))
        call = self.kernel.builtin(case.instruction.mnemonic, self.result_type(case),
                                   arguments)
        return [*lines, f"%value.{n} = {call}"]

    def result_type(self, case) -> str:
        return self.ir_type(case.instruction.result.kind)

    def add_busy(self):
        """A function that uses every tile register."""
        bytes_ = self.geometry.bytes
        self.kernel.globals.append(
            f"@other = internal {self.geometry.space} global "
            f"[{self.count * bytes_} x i8] zeroinitializer, align 64")
        tiles = range(self.count)
        lines = [f"%t{n} = load volatile {self.tile}, {self.place('other', n * bytes_)}, "
                 "align 64" for n in tiles]
        lines += [f"store volatile {self.tile} %t{n}, "
                  f"{self.place('other', (n + 1) % self.count * bytes_)}, align 64"
                  for n in tiles]
        self.kernel.functions.append("define internal void @busy() noinline {\n  "
                                     + "\n  ".join(lines) + "\n  ret void\n}\n")

    def place(self, buffer, offset) -> str:
        return (f"{self.staged} getelementptr (i8, {self.staged} @{buffer}, "
                f"i64 {offset})")
