#===- scalar_kernel.py - a kernel of scalar instructions -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A kernel in LLVM IR that executes scalar instructions as inline assembly: one function
for each case, whose loop executes the instruction on each row of operands."""

import re

import numpy as np

from programs.scalar_cases import KINDS, ROWS, address_node, address_of
from toolchain import Kernel


class ScalarKernel:
    """Rows of 8 words. Input: operands, and memory as the last word. Output: the result
    and the memory after the instruction."""

    SIZE = ROWS * 64           # bytes of the operands of a case, and of its results

    def __init__(self, cpu, cases, work):
        self.kernel = Kernel(cpu, work, "scalar-instructions")
        self.cases = cases

    def run(self):
        main = ""
        for number, case in enumerate(self.cases):
            self.kernel.functions.append(self.function(number, case))
            main += (f"  %in{number} = getelementptr i8, ptr %in, i64 "
                     f"{number * self.SIZE}\n"
                     f"  %out{number} = getelementptr i8, ptr %out, i64 "
                     f"{number * self.SIZE}\n"
                     f"  call void @case{number}(ptr %in{number}, ptr %out{number})\n")
        operands = np.concatenate([self.block(case) for case in self.cases])
        results = self.kernel.execute(main, operands, len(operands), "-O1")
        rows = results.view(np.int64).reshape(len(self.cases), ROWS, 8)
        return [(case[:, 0], case[:, 1]) for case in rows]

    @staticmethod
    def block(case):
        rows = np.zeros((ROWS, 8), np.int64)
        for column, values in enumerate(case.values.values()):
            bits = values.view(f"u{values.dtype.itemsize}").astype(np.uint64)
            rows[:, column] = bits.view(np.int64)
        rows[:, 7] = case.memory
        return rows.reshape(-1).view(np.uint8)

    def function(self, number, case) -> str:
        return f"""; {case}
define internal void @case{number}(ptr %in, ptr %out) noinline {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %at = mul i64 %i, 64
  %row = getelementptr i8, ptr %in, i64 %at
  %to = getelementptr i8, ptr %out, i64 %at
  %memory.in = getelementptr i8, ptr %row, i64 56
  %memory = getelementptr i8, ptr %to, i64 8
  %content = load i64, ptr %memory.in
  store i64 %content, ptr %memory
{self.body(case)}
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, {ROWS}
  br i1 %again, label %loop, label %done
done:
  ret void
}}
"""

    def body(self, case) -> str:
        instruction, lines, arguments = case.instruction, [], []
        places, constraints = {}, []
        result = instruction.result
        if result:
            places[result.name] = "$0"
            constraints.append("=&" + KINDS[result.kind][1])
        for operand in instruction.inputs:
            if operand.kind == "immediate":
                places[operand.name] = str(case.immediates[operand.name])
                continue
            ir_type, constraint, _ = KINDS[operand.kind]
            places[operand.name] = f"${len(constraints)}"
            constraints.append("0" if operand.tied is not None else constraint)
            arguments.append(self.argument(case, operand, ir_type, lines))
        text = re.sub(r"\$(?:\{(\w+)\}|(\w+))",
                      lambda m: places[m[1] or m[2]], instruction.assembly)
        ir_type = KINDS[result.kind][0] if result else "void"
        call = (f'call {ir_type} asm sideeffect "{text}", '
                f'"{",".join(constraints + ["~{memory}"])}"({", ".join(arguments)})')
        lines.append(f"%value = {call}" if result else call)
        if result:
            lines.append(f"store {ir_type} %value, ptr %to")
        return "\n".join("  " + line.replace("\t", " ") for line in lines)

    @staticmethod
    def argument(case, operand, ir_type, lines) -> str:
        name = operand.name
        if name == address_of(case.instruction):
            offset = ScalarKernel.offset(case, address_node(case.instruction), lines)
            lines.append(f"%distance = sub i64 0, {offset}")
            lines.append(f"%{name} = getelementptr i8, ptr %memory, i64 %distance")
            return f"ptr %{name}"
        ScalarKernel.load(case, name, ir_type, name, lines)
        return f"{ir_type} %{name}"

    @staticmethod
    def load(case, name, ir_type, value, lines) -> None:
        column = list(case.values).index(name)
        lines.append(f"%at.{value} = getelementptr i8, ptr %row, i64 {8 * column}")
        lines.append(f"%{value} = load {ir_type}, ptr %at.{value}")

    @staticmethod
    def offset(case, node, lines) -> str:
        """Computes the address if the base is 0."""
        if isinstance(node, int):
            return str(node)
        if node["op"] != "Operand":
            parts = [ScalarKernel.offset(case, arg, lines) for arg in node["args"]]
            operation = {"shl": "shl", "add": "add", "Address": "add"}[node["op"]]
            value = f"%offset{len(lines)}"
            lines.append(f"{value} = {operation} i64 {', '.join(parts)}")
            return value
        name = node["name"]
        if name == address_of(case.instruction):
            return "0"
        if name in case.immediates:
            return str(case.immediates[name])
        ScalarKernel.load(case, name, "i64", f"offset.{name}", lines)
        return f"%offset.{name}"
