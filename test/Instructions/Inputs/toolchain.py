#===- toolchain.py - from LLVM IR to results in the simulator --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles a kernel with llc and matrix-ld and runs it in matrix-sim. Tools are found
in PATH, in which lit places those of the build first."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

# Bytes of a stack for all that is not a tile.
SCALAR_STACK = 0x1000


def run(*command, stdin=None) -> str:
    done = subprocess.run([str(c) for c in command], input=stdin, text=True,
                          capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n"
                 f"{done.stderr[-4000:]}")
    return done.stdout


class Kernel:
    """LLVM IR of a kernel that reads one tensor of words and writes another."""

    def __init__(self, cpu: str, work: Path, name: str):
        self.cpu = cpu
        self.work = work
        self.name = name
        self.globals = []
        self.functions = []
        self.declarations = {}
        self.objects = []          # to be linked with the kernel
        self.linker_options = []

    def file(self, suffix: str) -> Path:
        return self.work / f"{self.name}.{self.cpu}{suffix}"

    def reserve_stack(self, size: int):
        """Links the program with a stack for that many bytes of tiles, and scalars."""
        self.linker_options += ["-z", f"stack-size={size + SCALAR_STACK}"]

    def declare(self, name: str, result: str, arguments: list):
        self.declarations[name] = f"declare {result} @{name}({', '.join(arguments)})"

    def builtin(self, mnemonic: str, result: str, arguments: list) -> str:
        """A call; arguments are pairs of type and value."""
        name = f"matrix.{mnemonic}"
        self.declare(name, result, [t for t, _ in arguments])
        values = ", ".join(f"{t} {v}" for t, v in arguments)
        return f"call {result} @{name}({values})"

    def text(self, main: str, words_in: int, words_out: int) -> str:
        tensors = [("operands", words_in, "in"), ("results", words_out, "out")]
        signature = json.dumps({"mode": "single", "cores": 1, "args": [
            {"name": n, "type": "i32", "shape": [w], "dir": d} for n, w, d in tensors]})
        escaped = signature.replace('"', "\\22")
        return "\n".join([
            f'@signature = constant [{len(signature)} x i8] c"{escaped}", '
            'section ".matrix.kernel"',
            *self.globals, *self.declarations.values(), COPY, *self.functions,
            "define void @main(ptr %args) {\n"
            "  %in = load ptr, ptr %args\n"
            "  %second = getelementptr i8, ptr %args, i64 8\n"
            "  %out = load ptr, ptr %second\n"
            f"{main}  ret void\n}}\n"])

    simulator_options = ()

    def compile(self, source: Path, object_file: Path, optimize="-O2"):
        run("llc", "-mtriple=matrix", f"-mcpu={self.cpu}", optimize,
            "-verify-machineinstrs", "-filetype=obj", source, "-o", object_file)

    def prepare(self, main: str, bytes_in: int, bytes_out: int, optimize="-O2"):
        source = self.file(".ll")
        source.write_text(self.text(main, bytes_in // 4, bytes_out // 4))
        self.compile(source, self.file(".o"), optimize)

    def code(self) -> bytes:
        """The machine code of the prepared kernel."""
        text = self.file(".text")
        run("llvm-objcopy", "-O", "binary", "--only-section=.text", self.file(".o"), text)
        return text.read_bytes()

    def start(self, operands: np.ndarray) -> np.ndarray:
        """Runs the prepared kernel on the bytes of its operands; returns those of its
        results."""
        argument, result = self.file(".in.npy"), self.file(".out.npy")
        program = self.file(".elf")
        np.save(argument, np.ascontiguousarray(operands).view(np.int32))
        run("matrix-ld", *self.linker_options, self.file(".o"), *self.objects,
            "-o", program)
        return self.same(self.simulate(argument, result, program, "--functional"),
                         self.simulate(argument, result, program))

    def simulate(self, argument: Path, result: Path, program: Path, *options) -> np.ndarray:
        run("matrix-sim", *options, *self.simulator_options, f"--input={argument}",
            f"--output={result}", program)
        return np.load(result).view(np.uint8)

    def same(self, functional: np.ndarray, timed: np.ndarray) -> np.ndarray:
        if not np.array_equal(functional, timed):
            sys.exit(f"{self.name}, {self.cpu}: results differ with and without time")
        return functional

    def execute(self, main: str, operands: np.ndarray, out_bytes: int,
                optimize="-O2") -> np.ndarray:
        self.prepare(main, operands.nbytes, out_bytes, optimize)
        return self.start(operands)


# A loop over 64-bit words; sizes are multiples of 64 bytes.
COPY = """
define internal void @copy(ptr %to, ptr %from, i64 %bytes) noinline {
entry:
  br label %loop
loop:
  %at = phi i64 [0, %entry], [%next, %loop]
  %source = getelementptr i8, ptr %from, i64 %at
  %target = getelementptr i8, ptr %to, i64 %at
  %word = load i64, ptr %source
  store i64 %word, ptr %target
  %next = add i64 %at, 8
  %more = icmp ult i64 %next, %bytes
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def padded(size: int) -> int:
    """Rounds up to the alignment of tiles."""
    return -(-size // 64) * 64
