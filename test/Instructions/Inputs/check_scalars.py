#===- check_scalars.py - scalar code here and on the host -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles functions on integers and floats for every variant and for the host, runs
both on all pairs of special values, and compares the bits of results; NaNs are equal to
each other. The host's code is run by lli. A variant for which the machine code is that
of an earlier variant is not run."""

import functools
import shutil
from pathlib import Path

import numpy as np

from driver import drive
from programs.scalar_functions import operations
from toolchain import Kernel, run

COUNT = 64                       # values of each type, all pairs of them
TYPES = {"i64": "u8", "i32": "u4", "i16": "u2", "i8": "u1", "float": "f4",
         "double": "f8"}
CODE_OF = {}                     # variants by machine code and level


def check(description, cpu, options) -> list:
    program, want = on_host(options.work)
    failures = []
    for level in ("-O0", "-O2"):
        kernel = Kernel(cpu, options.work, f"scalars{level}")
        kernel.functions.append(program.text)
        kernel.prepare(f"  {RUN}\n", len(program.operands), program.size, level)
        code = level, kernel.code()
        if CODE_OF.setdefault(code, cpu) != cpu:
            print(f"{cpu} {level}: the code of {CODE_OF[code]}")
            continue
        got = kernel.start(program.operands)
        failures += program.compare(f"{cpu} {level}", got, want)
    return failures


@functools.cache
def on_host(work):
    program = Program()
    return program, program.on_host(work)


RUN = "call void @run(ptr %in, ptr %out)"


class Program:
    def __init__(self):
        self.operations = list(operations())
        tables = [self.values(t) for t in TYPES]
        self.tables = dict(zip(TYPES, tables))
        sizes = np.cumsum([0] + [table.nbytes for table in tables])
        self.places = dict(zip(TYPES, sizes.tolist()))
        self.operands = np.concatenate([table.view(np.uint8) for table in tables])
        self.results, self.size = [], 0
        for operation in self.operations:
            self.results.append(self.size)
            self.size += COUNT * COUNT * np.dtype(TYPES[operation.result]).itemsize
        functions = map(self.function, range(len(self.operations)), self.operations)
        calls = "".join(f"  call void @scalar{n}(ptr %in, ptr %out)\n"
                        for n in range(len(self.operations)))
        self.text = ("".join(functions) + "define void @run(ptr %in, ptr %out) {\n"
                     + calls + "  ret void\n}\n")

    @staticmethod
    def values(kind):
        rng = np.random.default_rng(7)
        dtype = np.dtype(TYPES[kind])
        if dtype.kind == "u":
            special = [0, 1, 2, 3, 7, 31, 32, 63, 64, 127, 128, 255, 256, 0x7FFF, 0x8000,
                       0x7FFFFFFF, 0x80000000, 1 << 32, (1 << 63) - 1, 1 << 63]
            special += [-x & (1 << 64) - 1 for x in special[1:12]]
            bits = np.array(special, np.uint64)
            more = rng.integers(0, 1 << 64, COUNT - len(bits), np.uint64)
            return np.concatenate([bits, more]).astype(dtype)
        special = [0, .5, 1, 1.5, 2.5, 3.7, 1e10, 9.3e18, 1e300, 5e-324, 2.2e-308, 1e-40,
                   np.inf, 65504, 65520, 1e39, 2**31 - .5, 2.0**31, 2.0**63]
        numbers = np.array(special + [-x for x in special] + [np.nan])
        more = rng.normal(size=COUNT - len(numbers)) * 10.0 ** rng.integers(-9, 9)
        with np.errstate(all="ignore"):
            return np.concatenate([numbers, more]).astype(dtype)

    def function(self, number, operation) -> str:
        size, result = (np.dtype(TYPES[t]).itemsize
                        for t in (operation.operand, operation.result))
        body = "\n  ".join(operation.lines)
        return f"""; {operation.operand}: {operation.name}
define internal void @scalar{number}(ptr %in, ptr %out) noinline {{
entry:
  %table = getelementptr i8, ptr %in, i64 {self.places[operation.operand]}
  %to = getelementptr i8, ptr %out, i64 {self.results[number]}
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %row = udiv i64 %i, {COUNT}
  %column = urem i64 %i, {COUNT}
  %a.at = mul i64 %row, {size}
  %b.at = mul i64 %column, {size}
  %r.at = mul i64 %i, {result}
  %a.p = getelementptr i8, ptr %table, i64 %a.at
  %b.p = getelementptr i8, ptr %table, i64 %b.at
  %r.p = getelementptr i8, ptr %to, i64 %r.at
  %a = load {operation.operand}, ptr %a.p
  %b = load {operation.operand}, ptr %b.p
  {body}
  store {operation.result} %r, ptr %r.p
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, {COUNT * COUNT}
  br i1 %again, label %loop, label %done
done:
  ret void
}}
"""

    def on_host(self, work: Path):
        source, operands, results = (work / f"host.{s}" for s in ("ll", "in", "out"))
        self.operands.tofile(operands)
        strings = {"input": str(operands), "output": str(results), "read": "rb",
                   "write": "wb"}
        constants = "".join(f'@{name} = constant [{len(text) + 1} x i8] c"{text}\\00"\n'
                            for name, text in strings.items())
        source.write_text(constants + self.text + HOST_MAIN.format(
            operands=len(self.operands), results=self.size, run=RUN))
        library = Path(shutil.which("lli")).resolve().parents[1] / "lib"
        run("lli", f"--dlopen={library}/libmlir_float16_utils.so", source)
        return np.fromfile(results, np.uint8)

    def compare(self, where, got, want) -> list:
        failures = []
        for operation, begin in zip(self.operations, self.results):
            dtype = np.dtype(TYPES[operation.result])
            end = begin + COUNT * COUNT * dtype.itemsize
            ours, theirs = got[begin:end].view(dtype), want[begin:end].view(dtype)
            bits = np.dtype(f"u{dtype.itemsize}")
            differ = ours.view(bits) != theirs.view(bits)
            if dtype.kind == "f":
                differ &= ~(np.isnan(ours) & np.isnan(theirs))
            if differ.any():
                at = int(np.flatnonzero(differ)[0])
                table = self.tables[operation.operand]
                failures.append(
                    f"{where}: {operation.operand} {operation.name}: "
                    f"{table[at // COUNT]}, {table[at % COUNT]} give {ours[at]}, on the "
                    f"host {theirs[at]}")
        print(f"{where}: {len(self.operations)} scalar operations, {len(failures)} wrong")
        return failures


HOST_MAIN = """
@in = global [{operands} x i8] zeroinitializer, align 64
@out = global [{results} x i8] zeroinitializer, align 64
declare ptr @fopen(ptr, ptr)
declare i64 @fread(ptr, i64, i64, ptr)
declare i64 @fwrite(ptr, i64, i64, ptr)
declare i32 @fclose(ptr)
define i32 @main() {{
  %source = call ptr @fopen(ptr @input, ptr @read)
  %1 = call i64 @fread(ptr @in, i64 1, i64 {operands}, ptr %source)
  %in = getelementptr i8, ptr @in, i64 0
  %out = getelementptr i8, ptr @out, i64 0
  {run}
  %target = call ptr @fopen(ptr @output, ptr @write)
  %2 = call i64 @fwrite(ptr @out, i64 1, i64 {results}, ptr %target)
  %closed = call i32 @fclose(ptr %target)
  ret i32 %closed
}}
"""

if __name__ == "__main__":
    drive(__doc__, check)
