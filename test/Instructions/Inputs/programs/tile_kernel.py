#===- tile_kernel.py - all cases of a variant in one kernel ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""One function per case, which loops over the case's sets of operands: copy a
block of operands into the scratchpad, load tiles, one instruction, copy the
result back.

  block of operands   | tiles ... | image | general and f32 registers |
  block of results    | tile, or the image after a store |
"""

import numpy as np

from programs.tile_cases import Case, access_of
from semantics.description import Geometry
from toolchain import Kernel, padded


class Layout:
    """Offsets of the operands of a case in its block."""

    def __init__(self, case: Case, geometry: Geometry):
        self.offsets = {}
        self.size = 0
        for operand in case.instruction.inputs:
            if operand.kind == "tile":
                self.place(operand.name, geometry.bytes)
        if case.image_bytes:
            self.place("image", case.image_bytes)
        for operand in case.instruction.inputs:
            if operand.kind in ("general", "f32"):
                self.place(operand.name, 8)
        self.size = padded(max(self.size, 64))
        result = case.instruction.result
        self.result = (case.image_bytes if result is None
                       else geometry.bytes if result.kind == "tile" else 8)
        self.result = padded(self.result)

    def place(self, name: str, size: int):
        self.offsets[name] = self.size
        self.size = self.size + size if size == 8 else padded(self.size + size)

    def pack(self, values: dict) -> np.ndarray:
        block = np.zeros(self.size, np.uint8)
        for name, offset in self.offsets.items():
            value = values[name]
            if not isinstance(value, np.ndarray):
                value = np.array([value & (1 << 64) - 1], np.uint64)
            content = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
            block[offset:offset + len(content)] = content
        return block


def unpack(cases, layouts, results):
    """Divides the results by case and set."""
    at = 0
    for case, layout in zip(cases, layouts):
        size = len(case.sets) * layout.result
        yield results[at:at + size].reshape(len(case.sets), layout.result)
        at += size


class TileKernel:
    def __init__(self, cpu: str, geometry: Geometry, cases: list, work, name="tiles"):
        self.geometry = geometry
        self.cases = cases
        self.layouts = [Layout(case, geometry) for case in cases]
        self.kernel = Kernel(cpu, work, name)
        self.tile = f"<{geometry.bytes // 4} x i32>"
        self.staged = f"ptr {geometry.space}"

    def execute(self, optimize="-O2") -> list:
        """The bytes of the results, by case and set."""
        main, operands, out = "", [], 0
        for name, size in zip(("stage", "result"), self.sizes()):
            self.kernel.globals.append(
                f"@{name} = internal {self.geometry.space} global [{size} x i8] "
                "zeroinitializer, align 64")
        for number, (case, layout) in enumerate(zip(self.cases, self.layouts)):
            main += self.call(number, sum(map(len, operands)), out, len(case.sets))
            operands.append(np.concatenate([layout.pack(v) for v in case.sets]))
            out += layout.result * len(case.sets)
            self.kernel.functions.append(self.function(number, case, layout))
        results = self.kernel.execute(main, np.concatenate(operands), out, optimize)
        return list(unpack(self.cases, self.layouts, results))

    def sizes(self):
        """Sizes of the blocks of operands and of results in the scratchpad."""
        return (max(layout.size for layout in self.layouts),
                max(layout.result for layout in self.layouts))

    @staticmethod
    def call(number, operands_at, results_at, sets) -> str:
        return (f"  %in{number} = getelementptr i8, ptr %in, i64 {operands_at}\n"
                f"  %out{number} = getelementptr i8, ptr %out, i64 {results_at}\n"
                f"  call void @case{number}(ptr %in{number}, ptr %out{number}, "
                f"i64 {sets})\n")

    def function(self, number, case, layout) -> str:
        return f"""; {case}
define internal void @case{number}(ptr %in, ptr %out, i64 %sets) noinline {{
entry:
  %stage = addrspacecast {self.staged} @stage to ptr
  %result = addrspacecast {self.staged} @result to ptr
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %inAt = mul i64 %i, {layout.size}
  %from = getelementptr i8, ptr %in, i64 %inAt
  %outAt = mul i64 %i, {layout.result}
  %to = getelementptr i8, ptr %out, i64 %outAt
  call void @copy(ptr %stage, ptr %from, i64 {layout.size})
{self.body(number, case, layout)}
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %sets
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""

    def instruction(self, _number, case, arguments, result) -> str:
        """A call that executes the instruction."""
        return self.kernel.builtin(case.instruction.mnemonic, result, arguments)

    def body(self, number, case, layout) -> str:
        instruction = case.instruction
        lines, arguments = [], []
        for operand in instruction.inputs:
            if operand.kind == "immediate":
                arguments.append(("i64", case.immediates[operand.name]))
            else:
                arguments.append(self.input(operand.name, operand.kind, layout, lines))
        if case.image_bytes:
            self.use_image(case, layout, lines, arguments)
        result = self.ir_type(instruction.result.kind) if instruction.result else "void"
        call = self.instruction(number, case, arguments, result)
        if instruction.result:
            lines.append(f"%value = {call}")
            lines.append(f"store {result} %value, {self.staged} @result, "
                         "align 64")
            copied = "%result"
        else:
            lines.append(call)
            lines.append("%image = getelementptr i8, ptr %stage, "
                         f"i64 {layout.offsets['image']}")
            copied = "%image"
        lines.append(f"call void @copy(ptr %to, ptr {copied}, i64 {layout.result})")
        return "\n".join("  " + line for line in lines)

    def input(self, name, kind, layout, lines):
        staged = kind == "tile"
        space, base = (self.staged, "@stage") if staged else ("ptr", "%from")
        lines.append(f"%at.{name} = getelementptr i8, {space} {base}, "
                     f"i64 {layout.offsets[name]}")
        align = ", align 64" if staged else ""
        ir_type = self.ir_type(kind)
        lines.append(f"%{name} = load {ir_type}, {space} %at.{name}{align}")
        return ir_type, f"%{name}"

    def ir_type(self, kind) -> str:
        return {"tile": self.tile, "general": "i64", "f32": "float"}[kind]

    def use_image(self, case, layout, lines, arguments):
        """The address operand is an offset in the image."""
        address = access_of(case.instruction)["args"][-3]["name"]
        position = [o.name for o in case.instruction.inputs].index(address)
        lines.append(f"%base.image = getelementptr i8, {self.staged} @stage, "
                     f"i64 {layout.offsets['image']}")
        lines.append(f"%base = getelementptr i8, {self.staged} %base.image, "
                     f"i64 %{address}")
        arguments[position] = (self.staged, "%base")
