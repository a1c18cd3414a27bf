#===- products.py - blocked vector contractions of bytes -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Generates contractions of i8 matrices A (M x K) and B (K x N) with i32 sums, in blocks
of 16; blocks at the edges are smaller.

    products.py make FOLDER M N K [bias] [scale] [relu] [loop]
        writes program.mlir, in0.npy, in1.npy, (bias) in2.npy
    products.py check FOLDER M N K ...    compares out.npy with NumPy
"""

import pathlib
import sys

import numpy as np

BLOCK = 16
SCALE = 0.0078125

HEAD = """\
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#row = affine_map<(j) -> (0, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
"""


class Program:
    def __init__(self, m, n, k, options):
        self.m, self.n, self.k = m, n, k
        self.options = options
        self.lines = []
        self.count = 0

    def value(self, text):
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def index(self, number):
        return self.value(f"arith.constant {number} : index")

    @property
    def result(self):
        return "i8" if self.options & {"scale", "relu"} else "i32"

    def read(self, name, rows, columns, i, j, shape):
        return self.value(
            f"vector.transfer_read %{name}[{i}, {j}], %pad8 {{in_bounds = [true, true]}} : "
            f"memref<{shape}xi8>, vector<{rows}x{columns}xi8>")

    def start(self, rows, columns, j):
        vector = f"vector<{rows}x{columns}xi32>"
        if "bias" not in self.options:
            return self.value(f"arith.constant dense<0> : {vector}")
        return self.value(f"vector.transfer_read %bias[{j}], %pad32 {{in_bounds = [true, true], "
                          f"permutation_map = #row}} : memref<{self.n}xi32>, {vector}")

    def product(self, acc, rows, columns, depth, i, j, k):
        a = self.read("a", rows, depth, i, k, f"{self.m}x{self.k}")
        b = self.read("b", depth, columns, k, j, f"{self.k}x{self.n}")
        return self.value(f"vector.contract #matmul {a}, {b}, {acc} : vector<{rows}x{depth}xi8>, "
                          f"vector<{depth}x{columns}xi8> into vector<{rows}x{columns}xi32>")

    def summed(self, rows, columns, i, j):
        acc = self.start(rows, columns, j)
        if "loop" in self.options:
            return self.loop(acc, rows, columns, i, j)
        for k in range(0, self.k, BLOCK):
            acc = self.product(acc, rows, columns, min(BLOCK, self.k - k), i, j, self.index(k))
        return acc

    def loop(self, acc, rows, columns, i, j):
        low, high, step = self.index(0), self.index(self.k), self.index(BLOCK)
        vector = f"vector<{rows}x{columns}xi32>"
        self.count += 1
        result = f"%v{self.count}"
        self.lines.append(f"  {result} = scf.for %k = {low} to {high} step {step} "
                          f"iter_args(%acc = {acc}) -> ({vector}) {{")
        following = self.product("%acc", rows, columns, BLOCK, i, j, "%k")
        self.lines += [f"  scf.yield {following} : {vector}", "  }"]
        return result

    def epilogue(self, x, shape):
        wide, floats, narrow = (f"vector<{shape}x{t}>" for t in ("i32", "f32", "i8"))
        if "relu" in self.options:
            zero = self.value(f"arith.constant dense<0> : {wide}")
            x = self.value(f"arith.maxsi {x}, {zero} : {wide}")
        if "scale" in self.options:
            x = self.value(f"arith.sitofp {x} : {wide} to {floats}")
            scale = self.value(f"arith.constant dense<{SCALE}> : {floats}")
            x = self.value(f"arith.mulf {x}, {scale} : {floats}")
            x = self.value(f"math.roundeven {x} : {floats}")
            for name, bound in (("maximumf", -128.0), ("minimumf", 127.0)):
                limit = self.value(f"arith.constant dense<{bound}> : {floats}")
                x = self.value(f"arith.{name} {x}, {limit} : {floats}")
            return self.value(f"arith.fptosi {x} : {floats} to {narrow}")
        if "relu" in self.options:
            for name, bound in (("maxsi", -128), ("minsi", 127)):
                limit = self.value(f"arith.constant dense<{bound}> : {wide}")
                x = self.value(f"arith.{name} {x}, {limit} : {wide}")
            return self.value(f"arith.trunci {x} : {wide} to {narrow}")
        return x

    def text(self):
        out = f"memref<{self.m}x{self.n}x{self.result}>"
        bias = f", %bias: memref<{self.n}xi32>" if "bias" in self.options else ""
        self.lines = [f"func.func @main(%a: memref<{self.m}x{self.k}xi8>, "
                      f"%b: memref<{self.k}x{self.n}xi8>{bias}) -> {out} {{",
                      "  %pad8 = arith.constant 0 : i8", "  %pad32 = arith.constant 0 : i32",
                      f"  %o = memref.alloc() : {out}"]
        for i in range(0, self.m, BLOCK):
            for j in range(0, self.n, BLOCK):
                rows, columns = min(BLOCK, self.m - i), min(BLOCK, self.n - j)
                down, across = self.index(i), self.index(j)
                x = self.epilogue(self.summed(rows, columns, down, across), f"{rows}x{columns}")
                self.lines.append(
                    f"  vector.transfer_write {x}, %o[{down}, {across}] {{in_bounds = [true, true]}} : "
                    f"vector<{rows}x{columns}x{self.result}>, {out}")
        return HEAD + "\n".join(self.lines + [f"  return %o : {out}", "}"]) + "\n"


def reference(program, a, b, bias):
    x = a.astype(np.int64) @ b.astype(np.int64) + (0 if bias is None else bias)
    if program.result == "i32":
        return x.astype(np.int32)
    if "relu" in program.options:
        x = np.maximum(x, 0)
    if "scale" in program.options:
        x = np.rint(x.astype(np.float32) * np.float32(SCALE))
    return np.clip(x, -128, 127).astype(np.int8)


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    program = Program(*map(int, sys.argv[3:6]), set(sys.argv[6:]))
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(5)
    low, high = (-128, 128) if "scale" in program.options else (-3, 4)
    a = random.integers(low, high, (program.m, program.k)).astype(np.int8)
    b = random.integers(low, high, (program.k, program.n)).astype(np.int8)
    bias = random.integers(-40 * high, 40 * high, program.n).astype(np.int32)
    inputs = [a, b] + [bias] * ("bias" in program.options)
    if command == "make":
        (folder / "program.mlir").write_text(program.text())
        for number, array in enumerate(inputs):
            np.save(folder / f"in{number}.npy", array)
        return
    want = reference(program, a, b, bias if len(inputs) > 2 else None)
    got = np.load(folder / "out.npy")
    wrong = int(np.count_nonzero(got != want))
    print(f"{wrong} of {want.size} elements differ")
    sys.exit(1 if wrong or got.shape != want.shape or got.dtype != want.dtype else 0)


main()
