#===- row_attention.py - attention and softmax ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Attention and softmax on bfloat16: MLIR, arguments and reference results. The reference
rounds where the program rounds, and adds in the order of the machine."""

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

from row_elements import (NARROW, WIDEN, elementwise, exponential, narrow, products, widen,
                          zeros)


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
        lines += elementwise("s16", "s", t(queries, keys, "f32"), t(queries, keys), h + "i, j",
                      self.narrow_scores())
        lines += getattr(self, "softmax_" + self.softmax)(t(queries, keys), h, kinds)
        lines += self.contract("o32", "p", "v", t(queries, keys), t(keys, columns),
                               t(queries, columns, "f32"), h, kinds, "k, j")
        lines += elementwise("o", "o32", t(queries, columns, "f32"), t(queries, columns), h + "i, j", NARROW)
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
        return elementwise("s32", "s16", type_, wide, h + "i, j", WIDEN) + \
            elementwise("e", "s32", wide, wide, h + "i, j", "    %y = math.exp %x : f32\n") + \
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
