#===- row_products.py - products of bfloat16 and of int8 --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Matrix products: MLIR, arguments and reference results."""

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

from row_elements import NARROW, elementwise, narrow, products, widen, zeros


class Product:
    """bf16 x bf16, rounded once to bf16; `transposed`: transposed after the product."""
    variant = "qkv"

    def __init__(self, rows, depth, columns, transposed=False):
        self.sizes, self.transposed = (rows, depth, columns), transposed

    def arguments(self, random):
        rows, depth, columns = self.sizes
        return [narrow(random.uniform(-1, 1, s)) for s in ((rows, depth), (depth, columns))]

    def mlir(self) -> str:
        rows, depth, columns = self.sizes
        a, b, c = (f"tensor<{r}x{s}xbf16>" for r, s in
                   ((rows, depth), (depth, columns), (rows, columns)))
        wide = c.replace("bf16", "f32")
        result, back = ("r", f"tensor<{columns}x{rows}xbf16>") if self.transposed else ("c", c)
        lines = (f"func.func @main(%a: {a}, %b: {b}) -> {back} {{\n" + zeros("z", wide) +
                 f"  %s = linalg.matmul ins(%a, %b : {a}, {b}) outs(%z : {wide}) -> {wide}\n" +
                 elementwise("c", "s", wide, c, "i, j", NARROW))
        if self.transposed:
            lines += (f"  %r_e = tensor.empty() : {back}\n  %r = linalg.transpose ins(%c : {c}) "
                      f"outs(%r_e : {back}) permutation = [1, 0]\n")
        return lines + f"  return %{result} : {back}\n}}\n"

    def expect(self, a, b):
        result = narrow(products(widen(a), widen(b)))
        return np.ascontiguousarray(result.T) if self.transposed else result


class Quantized:
    """i8 x i8: bias per column, scale, round, clamp, narrow to i8; ReLU of the
    sums ("sums"), after scaling ("scaled") or rounding ("rounded"), of the result
    ("last"), or as the lower bound of the clamp ("clamp")."""
    variant = "gemmini"

    def __init__(self, rows, depth, columns, bias=True, relu=None):
        self.sizes, self.bias, self.relu = (rows, depth, columns), bias, relu
        self.scale = 0.0078125 / max(1, depth / 64)

    def arguments(self, random):
        rows, depth, columns = self.sizes
        i8 = [random.integers(-128, 128, s, np.int8) for s in ((rows, depth), (depth, columns))]
        bias = random.integers(-20000, 20000, columns, np.int32)
        return i8 + [bias] * self.bias

    def mlir(self) -> str:
        rows, depth, columns = self.sizes
        a, b, c = (f"tensor<{r}x{s}xi8>" for r, s in
                   ((rows, depth), (depth, columns), (rows, columns)))
        wide, line = c.replace("i8", "i32"), f"tensor<{columns}xi32>"
        maps = "affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>"
        lines = f"func.func @main(%a: {a}, %b: {b}"
        lines += f", %d: {line}) -> {c} {{\n" if self.bias else f") -> {c} {{\n"
        if self.bias:
            lines += (f"  %z_e = tensor.empty() : {wide}\n"
                      f"  %z = linalg.broadcast ins(%d : {line}) outs(%z_e : {wide}) dimensions = [0]\n")
        else:
            lines += zeros("z", wide)
        lines += f"  %s = linalg.matmul ins(%a, %b : {a}, {b}) outs(%z : {wide}) -> {wide}\n"
        return lines + elementwise("c", "s", wide, c, "i, j", self.requantize()) + f"  return %c : {c}\n}}\n"

    def requantize(self) -> str:
        lines, step = "", {"f": "x", "r": "m", "g": "r"}
        if self.relu == "sums":
            lines, step["f"] = ("    %none = arith.constant 0 : i32\n"
                                "    %p = arith.maxsi %x, %none : i32\n"), "p"
        relu = "    %zero_f = arith.constant 0.0 : f32\n    %p = arith.maximumf %{}, %zero_f : f32\n"
        lines += (f"    %scale = arith.constant {self.scale} : f32\n"
                  f"    %lo = arith.constant {0.0 if self.relu == 'clamp' else -128.0} : f32\n"
                  "    %hi = arith.constant 127.0 : f32\n"
                  f"    %f = arith.sitofp %{step['f']} : i32 to f32\n"
                  "    %m = arith.mulf %f, %scale : f32\n")
        if self.relu == "scaled":
            lines, step["r"] = lines + relu.format("m"), "p"
        lines += f"    %r = math.roundeven %{step['r']} : f32\n"
        if self.relu == "rounded":
            lines, step["g"] = lines + relu.format("r"), "p"
        lines += (f"    %g = arith.maximumf %{step['g']}, %lo : f32\n"
                  "    %l = arith.minimumf %g, %hi : f32\n")
        if self.relu != "last":
            return lines + "    %y = arith.fptosi %l : f32 to i8\n"
        return lines + ("    %t = arith.fptosi %l : f32 to i8\n    %zero = arith.constant 0 : i8\n"
                        "    %y = arith.maxsi %t, %zero : i8\n")

    def expect(self, a, b, bias=0):
        sums = a.astype(np.int32) @ b.astype(np.int32) + bias
        scaled = np.rint(sums.astype(np.float32) * np.float32(self.scale))
        result = np.clip(scaled, -128, 127).astype(np.int8)
        return np.maximum(result, 0) if self.relu else result
