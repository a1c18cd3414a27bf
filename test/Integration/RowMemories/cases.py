#!/usr/bin/env python3
#===- test/Integration/RowMemories/cases.py - attention and i8 matmul --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Linalg programs for accelerators without tile registers, and their reference results
by NumPy.

    cases.py                          list "VARIANT NAME"
    cases.py NAME FOLDER              write FOLDER/model.mlir, arg<i>.npy, expect.npy
    cases.py NAME FOLDER --compare F  compare the array in file F with FOLDER/expect.npy

Integers must be equal. bfloat16 (stored as words) may differ by one unit in the
last place in one of 1000 elements: scalar code calls exp of a library.
"""

import sys
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

# --- bfloat16 as words ----------------------------------------------------------


def narrow(values):
    values = np.asarray(values, np.float32)
    bits = values.view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded)


def widen(words):
    return (words.astype(np.uint32) << 16).view(np.float32)


def products(a, b):
    """a @ b as a chain of fused multiply-adds in f32, first element first."""
    sums = np.zeros((*a.shape[:-1], b.shape[-1]), np.float32)
    for k in range(a.shape[-1]):
        product = a[..., :, k, None].astype(np.float64) * b[..., k, None, :]
        sums = (sums + product).astype(np.float32)
    return sums


def exponential(x):
    return np.exp(x.astype(np.float64)).astype(np.float32)


# --- Attention ------------------------------------------------------------------

IDENTITY = "affine_map<({0}) -> ({0})>"


def each(name, source, from_type, to_type, dims, body) -> str:
    """Defines %name: body applied to every element of source."""
    map_ = IDENTITY.format(dims)
    kinds = ", ".join('"parallel"' for _ in dims.split(","))
    element = [t.rstrip(">").split("x")[-1] for t in (from_type, to_type)]
    return (f"  %{name}_e = tensor.empty() : {to_type}\n"
            f"  %{name} = linalg.generic {{indexing_maps = [{map_}, {map_}], "
            f"iterator_types = [{kinds}]}} ins(%{source} : {from_type}) "
            f"outs(%{name}_e : {to_type}) {{\n"
            f"  ^bb0(%x: {element[0]}, %o: {element[1]}):\n{body}"
            f"    linalg.yield %y : {element[1]}\n  }} -> {to_type}\n")


def zeros(name, type_) -> str:
    element = type_.rstrip(">").split("x")[-1]
    return (f"  %{name}_c = arith.constant {'0' if element[0] == 'i' else '0.0'} : {element}\n"
            f"  %{name}_e = tensor.empty() : {type_}\n"
            f"  %{name} = linalg.fill ins(%{name}_c : {element}) outs(%{name}_e : {type_}) -> {type_}\n")


NARROW = "    %y = arith.truncf %x : f32 to bf16\n"
WIDEN = "    %y = arith.extf %x : bf16 to f32\n"


class Attention:
    """softmax(s Q K') V; scores and probabilities are bf16, sums are f32. `scaled`
    selects the scaled values: "sums", "scores" or "division" of the sums."""
    variant = "qkv"

    def __init__(self, queries, keys, depth, columns, heads=(), softmax="op", scaled=None,
                 scale=None):
        self.sizes = queries, keys, depth, columns
        self.heads, self.softmax = heads, softmax
        self.scaled, self.scale = scaled, scale or depth ** -.5

    def arguments(self, random):
        queries, keys, depth, columns = self.sizes
        shapes = (queries, depth), (keys, depth), (keys, columns)
        return [narrow(random.uniform(-.5, .5, (*self.heads, *s))) for s in shapes]

    def mlir(self) -> str:
        queries, keys, depth, columns = self.sizes
        outer = "".join(f"{h}x" for h in self.heads)
        t = lambda r, c, e="bf16": f"tensor<{outer}{r}x{c}x{e}>"  # noqa: E731
        letters = ", ".join([f"h{i}" for i in range(len(self.heads))])
        h = letters + ", " if letters else ""
        kinds = "".join('"parallel", ' for _ in self.heads)
        lines = (f"func.func @main(%q: {t(queries, depth)}, %k: {t(keys, depth)}, "
                 f"%v: {t(keys, columns)}) -> {t(queries, columns)} {{\n")
        lines += self.contract("s", "q", "k", t(queries, depth), t(keys, depth),
                               t(queries, keys, "f32"), h, kinds, "j, k")
        lines += each("s16", "s", t(queries, keys, "f32"), t(queries, keys), h + "i, j",
                      self.narrow_scores())
        lines += getattr(self, "softmax_" + self.softmax)(t(queries, keys), h, kinds)
        lines += self.contract("o32", "p", "v", t(queries, keys), t(keys, columns),
                               t(queries, columns, "f32"), h, kinds, "k, j")
        lines += each("o", "o32", t(queries, columns, "f32"), t(queries, columns), h + "i, j", NARROW)
        return lines + f"  return %o : {t(queries, columns)}\n}}\n"

    def narrow_scores(self) -> str:
        if self.scaled == "scores":
            return (f"    %n = arith.truncf %x : f32 to bf16\n    %c = arith.constant {self.scale} : bf16\n"
                    "    %y = arith.mulf %n, %c : bf16\n")
        if self.scaled:
            number, op = (1 / self.scale, "divf") if self.scaled == "division" else (self.scale, "mulf")
            return (f"    %c = arith.constant {number} : f32\n    %m = arith.{op} %x, %c : f32\n" +
                    NARROW.replace("%x", "%m"))
        return NARROW

    @staticmethod
    def contract(name, a, b, a_type, b_type, type_, h, kinds, b_dims) -> str:
        maps = ", ".join(f"affine_map<({h}i, j, k) -> ({h}{r})>"
                         for r in ("i, k", b_dims, "i, j"))
        return zeros(name + "_z", type_) + (
            f"  %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f'[{kinds}"parallel", "parallel", "reduction"]}} '
            f"ins(%{a}, %{b} : {a_type}, {b_type}) outs(%{name}_z : {type_}) {{\n"
            "  ^bb0(%x: bf16, %w: bf16, %acc: f32):\n"
            "    %x32 = arith.extf %x : bf16 to f32\n    %w32 = arith.extf %w : bf16 to f32\n"
            "    %m = arith.mulf %x32, %w32 : f32\n    %sum = arith.addf %acc, %m : f32\n"
            f"    linalg.yield %sum : f32\n  }} -> {type_}\n")

    def softmax_op(self, type_, h, kinds) -> str:
        return (f"  %p_e = tensor.empty() : {type_}\n"
                f"  %p = linalg.softmax dimension({len(self.heads) + 1}) ins(%s16 : {type_}) "
                f"outs(%p_e : {type_}) -> {type_}\n")

    def softmax_spread(self, type_, h, kinds) -> str:
        """exp, sum and quotient as separate operations; no maximum."""
        wide = type_.replace("bf16", "f32")
        row = wide.replace(f"x{self.sizes[1]}xf32", "xf32")
        full, rows = (f"affine_map<({h}i, j) -> ({h}{d})>" for d in ("i, j", "i"))
        return each("s32", "s16", type_, wide, h + "i, j", WIDEN) + \
            each("e", "s32", wide, wide, h + "i, j", "    %y = math.exp %x : f32\n") + \
            zeros("r_z", row) + (
            f"  %r = linalg.generic {{indexing_maps = [{full}, {rows}], iterator_types = "
            f'[{kinds}"parallel", "reduction"]}} ins(%e : {wide}) outs(%r_z : {row}) {{\n'
            "  ^bb0(%x: f32, %acc: f32):\n    %y = arith.addf %acc, %x : f32\n"
            f"    linalg.yield %y : f32\n  }} -> {row}\n"
            f"  %p_e = tensor.empty() : {type_}\n"
            f"  %p = linalg.generic {{indexing_maps = [{full}, {rows}, {full}], iterator_types = "
            f'[{kinds}"parallel", "parallel"]}} ins(%e, %r : {wide}, {row}) outs(%p_e : {type_}) {{\n'
            "  ^bb0(%x: f32, %d: f32, %out: bf16):\n    %quotient = arith.divf %x, %d : f32\n"
            "    %y = arith.truncf %quotient : f32 to bf16\n"
            f"    linalg.yield %y : bf16\n  }} -> {type_}\n")

    def expect(self, q, k, v):
        q, k, v = widen(q), widen(k), widen(v)
        scores = products(q, np.swapaxes(k, -1, -2))
        if self.scaled == "scores":
            scores = widen(narrow(scores)) * widen(narrow(self.scale))
        elif self.scaled:
            scores = scores * np.float32(self.scale)
        scores = widen(narrow(scores))
        e = exponential(scores)
        total = np.zeros(e.shape[:-1], np.float32)
        for j in range(e.shape[-1]):
            total = total + e[..., j]
        return narrow(products(widen(narrow(e / total[..., None])), v))


class Softmax:
    """Softmax of each row, without a contraction before it."""
    variant = "qkv"

    def __init__(self, *shape):
        self.shape = shape

    def arguments(self, random):
        return [narrow(random.uniform(-4, 4, self.shape))]

    def mlir(self) -> str:
        t = f"tensor<{'x'.join(map(str, self.shape))}xbf16>"
        return (f"func.func @main(%x: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
                f"  %r = linalg.softmax dimension({len(self.shape) - 1}) ins(%x : {t}) "
                f"outs(%e : {t}) -> {t}\n  return %r : {t}\n}}\n")

    def expect(self, x):
        e = exponential(widen(x))
        total = np.zeros(e.shape[:-1], np.float32)
        for j in range(e.shape[-1]):
            total = total + e[..., j]
        return narrow(e / total[..., None])


class SpecialAttention(Attention):
    """Infinities and NaN in a row of each operand; a column of zeros in K, so that
    infinity times zero is among the products."""

    def arguments(self, random):
        q, k, v = super().arguments(random)
        k[..., :, 3] = 0
        infinity, nan = narrow(np.inf), narrow(np.nan)
        q[..., 1, 0], q[..., 2, 1], q[..., 4, 2] = infinity, infinity | 0x8000, nan
        q[..., 5, 3] = infinity                   # multiplied by the zeros
        q[..., 0] = np.where(np.arange(q.shape[-2]) == 1, infinity, q[..., 0] & 0x7FFF)
        k[..., 7, 0] = infinity | 0x8000          # score -infinity, except for q's row 1
        v[..., 9, 1], v[..., 10, 2] = infinity, nan
        return [q, k, v]


# --- Matrix products --------------------------------------------------------------


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
                 each("c", "s", wide, c, "i, j", NARROW))
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
        return lines + each("c", "s", wide, c, "i, j", self.requantize()) + f"  return %c : {c}\n}}\n"

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


# --- The list -----------------------------------------------------------------------

CASES = {
    "attention": Attention(64, 64, 64, 64),
    "attention-spread": Attention(64, 64, 64, 64, softmax="spread"),
    "attention-odd": Attention(50, 37, 40, 40),
    "attention-odd-spread": Attention(50, 37, 40, 23, softmax="spread"),
    "attention-odd-full-depth": Attention(50, 37, 64, 64),
    "attention-many-queries": Attention(200, 64, 64, 64),
    "attention-many-keys": Attention(40, 100, 64, 64),
    "attention-wide": Attention(70, 30, 33, 150),
    "attention-scaled": Attention(64, 64, 64, 64, scaled="sums"),
    "attention-scaled-scores": Attention(64, 64, 64, 64, scaled="scores", softmax="spread"),
    "attention-scaled-division": Attention(50, 37, 16, 40, scaled="division"),
    "attention-scaled-heads": Attention(33, 20, 16, 40, heads=(2, 3), scaled="sums"),
    "attention-scaled-odd-factor": Attention(20, 30, 40, 20, scaled="sums", scale=.1),
    "attention-full-depth": Attention(64, 50, 64, 64),
    "attention-full-depth-spread": Attention(130, 9, 64, 40, softmax="spread"),
    "attention-full-depth-scaled": Attention(64, 50, 64, 64, scaled="sums"),
    "attention-full-depth-heads": Attention(5, 50, 64, 64, heads=(7,), scaled="sums"),
    "attention-odd-factor": Attention(64, 64, 48, 48, scaled="sums"),
    "attention-odd-factor-scores": Attention(64, 64, 64, 64, scaled="scores", scale=.1),
    "attention-odd-factor-both": Attention(40, 50, 64, 64, scaled="scores", scale=.3,
                                           softmax="spread"),
    "attention-special": SpecialAttention(64, 64, 64, 64),
    "attention-special-full-depth": SpecialAttention(50, 37, 64, 64),
    "attention-special-full-depth-spread": SpecialAttention(64, 50, 64, 40, softmax="spread"),
    "attention-special-odd": SpecialAttention(50, 37, 40, 23, softmax="spread"),
    "attention-heads": Attention(64, 64, 64, 64, heads=(4,)),
    "attention-batch-heads-odd": Attention(33, 20, 40, 40, heads=(2, 3)),
    "softmax": Softmax(64, 64),
    "softmax-odd": Softmax(3, 70, 50),
    "product": Product(64, 64, 64),
    "product-blocks": Product(128, 64, 192),
    "product-odd": Product(75, 51, 90),
    "product-long": Product(64, 200, 64),
    "product-transposed": Product(64, 64, 64, transposed=True),
    "product-transposed-odd": Product(75, 51, 90, transposed=True),
    "quantized": Quantized(64, 64, 64),
    "quantized-relu": Quantized(64, 64, 48, relu="sums"),
    "quantized-relu-last": Quantized(64, 64, 48, relu="last"),
    "quantized-relu-last-odd": Quantized(33, 47, 95, relu="last"),
    "quantized-relu-clamp": Quantized(64, 64, 48, relu="clamp"),
    "quantized-relu-clamp-small": Quantized(3, 5, 7, relu="clamp"),
    "quantized-relu-clamp-row": Quantized(1, 100, 30, relu="clamp", bias=False),
    "quantized-relu-scaled": Quantized(40, 70, 50, relu="scaled"),
    "quantized-relu-rounded": Quantized(17, 33, 65, relu="rounded"),
    "quantized-no-bias": Quantized(32, 32, 32, bias=False, relu="sums"),
    "quantized-tiny": Quantized(1, 1, 1),
    "quantized-row": Quantized(1, 100, 30),
    "quantized-column": Quantized(30, 7, 1),
    "quantized-small": Quantized(3, 5, 7, relu="sums"),
    "quantized-17": Quantized(17, 17, 17),
    "quantized-odd": Quantized(33, 47, 95, relu="sums"),
    "quantized-odd-no-bias": Quantized(15, 31, 63, bias=False),
    "quantized-100": Quantized(100, 100, 100),
    "quantized-99-1-97": Quantized(99, 1, 97),
}


def generate(name: str):
    random = np.random.default_rng(zlib.crc32(name.encode()))
    arguments = CASES[name].arguments(random)
    with np.errstate(all="ignore"):
        return arguments, CASES[name].expect(*arguments)


def write(name: str, folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    arguments, expected = generate(name)
    (folder / "model.mlir").write_text(CASES[name].mlir())
    for i, argument in enumerate(arguments):
        np.save(folder / f"arg{i}.npy", argument)
    np.save(folder / "expect.npy", expected)


def quiet(words):
    """Canonicalizes NaNs."""
    return np.where(np.isnan(widen(words)), 0x7FC0, words) if words.dtype == np.uint16 else words


def allowed(words) -> int:
    return words.size // 1000 if words.dtype == np.uint16 else 0


def compare(folder: Path, file: Path) -> int:
    got, expected = np.load(file), np.load(folder / "expect.npy")
    if got.shape != expected.shape or got.dtype != expected.dtype:
        print(f"{got.shape} {got.dtype} instead of {expected.shape} {expected.dtype}")
        return 1
    got, expected = quiet(got), quiet(expected)
    wrong = np.count_nonzero(got != expected)
    units = np.abs(got.astype(np.int64) - expected.astype(np.int64)).max()
    print(f"{wrong} of {got.size} elements differ, by {units} at most; "
          f"allowed {allowed(got)}, by 1")
    return int(wrong > allowed(got) or units > 1)


def main(arguments) -> int:
    if not arguments:
        print("\n".join(f"{case.variant} {name}" for name, case in CASES.items()))
    elif len(arguments) == 2:
        write(arguments[0], Path(arguments[1]))
    else:
        return compare(Path(arguments[1]), Path(arguments[3]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
