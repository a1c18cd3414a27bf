#===- generated_programs.py - programs of several operations -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Cases beyond one operation on one shape: other index maps, accumulators passed as
arguments, chains, several results, and shapes that fit no tile."""

from generated_operations import Case, elementwise, filled, generic, matmul_text, tensor

PARALLEL, REDUCTION = "parallel", "reduction"


def accumulate(kind, acc, m, n, k):
    """c + a b, with c as an argument."""
    a, b, c = tensor(m, k, kind), tensor(k, n, kind), tensor(m, n, acc)
    return Case(f"accumulate-{kind}-{acc}-{m}x{n}x{k}", [a, b, c], c,
                f"  %r = linalg.matmul ins(%0, %1 : {a}, {b}) outs(%2 : {c}) -> {c}\n")


def narrow_result(kind, m, n, k):
    """The result type of the product is narrow, with one final rounding; CPU
    execution rounds after every product, so sums must be short."""
    a, b, c = tensor(m, k, kind), tensor(k, n, kind), tensor(m, n, kind)
    return Case(f"narrow-result-{kind}-{m}x{n}x{k}", [a, b], c,
                filled("init", c, "0.0") +
                f"  %r = linalg.matmul ins(%0, %1 : {a}, {b}) "
                f"outs(%init : {c}) -> {c}\n")


def named(op, types, result):
    """A named operation on the arguments, accumulated into zeros."""
    arguments = ", ".join(f"%{i}" for i in range(len(types)))
    return Case(f"{op}-{'-'.join(t[7:-1] for t in types)}", types, result,
                filled("init", result, "0.0") +
                f"  %r = linalg.{op} ins({arguments} : {', '.join(types)}) "
                f"outs(%init : {result}) -> {result}\n")


def transpose(kind, *shape):
    order = list(range(len(shape)))[::-1]
    a, r = tensor(*shape, kind), tensor(*[shape[i] for i in order], kind)
    return Case(f"transpose-{kind}-{'x'.join(map(str, shape))}", [a], r,
                f"  %e = tensor.empty() : {r}\n"
                f"  %r = linalg.transpose ins(%0 : {a}) outs(%e : {r}) "
                f"permutation = {order}\n")


def mapped_add(name, a_shape, a_map, b_shape, b_map, r_shape):
    """a + b through index maps."""
    a, b, r = (tensor(*s, "f32") for s in (a_shape, b_shape, r_shape))
    identity = ", ".join(f"d{i}" for i in range(len(r_shape)))
    return Case(f"add-{name}", [a, b], r, f"  %e = tensor.empty() : {r}\n" + generic(
        "r", [("%0", a), ("%1", b)], ("%e", r), [a_map, b_map, identity],
        [PARALLEL] * len(r_shape), "    %y = arith.addf %a, %b : f32\n"))


def reduce(name, op, neutral, shape, kept):
    """Reduces every dimension that is not kept."""
    a, r = tensor(*shape, "f32"), tensor(*[shape[d] for d in kept], "f32")
    maps = [", ".join(f"d{i}" for i in range(len(shape))),
            ", ".join(f"d{i}" for i in kept)]
    iterators = [PARALLEL if d in kept else REDUCTION for d in range(len(shape))]
    return Case(f"reduce-{name}", [a], r, filled("init", r, neutral) + generic(
        "r", [("%0", a)], ("%init", r), maps, iterators,
        f"    %y = {op} %a, %out : f32\n"))


def mean_square(m, n):
    """The sum of squares, with the square inside the reduction; then its root."""
    a, r = tensor(m, n, "f32"), tensor(m, "f32")
    body = filled("init", r, "0.0") + generic(
        "sum", [("%0", a)], ("%init", r), ["d0, d1", "d0"], [PARALLEL, REDUCTION],
        "    %s = arith.mulf %a, %a : f32\n    %y = arith.addf %s, %out : f32\n")
    body += elementwise("r", [("%sum", r)], r,
                        f"    %n = arith.constant {float(n)} : f32\n"
                        "    %q = arith.divf %a, %n : f32\n    %y = math.sqrt %q : f32\n")
    return Case(f"mean-square-{m}x{n}", [a], r, body)


def constant_weights(m, n, k):
    """The weights are a constant of the program."""
    a, b, c = tensor(m, k, "f32"), tensor(k, n, "f32"), tensor(m, n, "f32")
    rows = ", ".join("[" + ", ".join(f"{(i * 7 + j * 3) % 11 - 5}.0" for j in range(n)) + "]"
                     for i in range(k))
    return Case(f"constant-weights-{m}x{n}x{k}", [a], c,
                f"  %w = arith.constant dense<[{rows}]> : {b}\n" +
                filled("init", c, "0.0") +
                f"  %r = linalg.matmul ins(%0, %w : {a}, {b}) outs(%init : {c}) -> {c}\n")


def two_layers(m, k, h, n):
    """relu(x v) w: all cores read the first product for the second."""
    x, v, w = tensor(m, k, "f32"), tensor(k, h, "f32"), tensor(h, n, "f32")
    t, r = tensor(m, h, "f32"), tensor(m, n, "f32")
    body = matmul_text("p", "nn", x, v, t, "f32")
    body += elementwise("act", [("%p", t)], t,
                        "    %z = arith.constant 0.0 : f32\n"
                        "    %y = arith.maximumf %a, %z : f32\n")
    body += filled("init", r, "0.0")
    body += (f"  %r = linalg.matmul ins(%act, %2 : {t}, {w}) "
             f"outs(%init : {r}) -> {r}\n")
    return Case(f"two-layers-{m}x{k}x{h}x{n}", [x, v, w], r, body)


def residual(m, n):
    """x w + x: an argument of the product is also an operand of its epilogue."""
    x, w = tensor(m, n, "f32"), tensor(n, n, "f32")
    body = matmul_text("p", "nn", x, w, x, "f32")
    body += elementwise("r", [("%p", x), ("%0", x)], x,
                        "    %y = arith.addf %a, %b : f32\n")
    return Case(f"residual-{m}x{n}", [x, w], x, body)


def requantize(m, n, k):
    """i8 product, converted to f32, scaled per column, saturated back to i8."""
    a, b, c = tensor(m, k, "i8"), tensor(k, n, "i8"), tensor(m, n, "i32")
    scale, r = tensor(n, "f32"), tensor(m, n, "i8")
    body = matmul_text("p", "nn", a, b, c, "i8")
    body += f"  %e = tensor.empty() : {r}\n" + generic(
        "r", [("%p", c), ("%2", scale)], ("%e", r), ["d0, d1", "d1", "d0, d1"],
        [PARALLEL] * 2,
        "    %lo = arith.constant -128.0 : f32\n    %hi = arith.constant 127.0 : f32\n"
        "    %tiny = arith.constant 0.001 : f32\n"
        "    %f = arith.sitofp %a : i32 to f32\n    %g = arith.mulf %f, %b : f32\n"
        "    %h = arith.mulf %g, %tiny : f32\n    %i = math.roundeven %h : f32\n"
        "    %j = arith.maximumf %i, %lo : f32\n    %k = arith.minimumf %j, %hi : f32\n"
        "    %y = arith.fptosi %k : f32 to i8\n")
    return Case(f"requantize-{m}x{n}x{k}", [a, b, scale], r, body)


def compare(m, n):
    """A mask as the result."""
    a, r = tensor(m, n, "f32"), tensor(m, n, "i1")
    return Case(f"compare-{m}x{n}", [a, a], r, f"  %e = tensor.empty() : {r}\n" + generic(
        "r", [("%0", a), ("%1", a)], ("%e", r), ["d0, d1"] * 3, [PARALLEL] * 2,
        "    %y = arith.cmpf olt, %a, %b : f32\n"))


def causal(n):
    """Sets elements above the diagonal to -inf, by index."""
    a = tensor(n, n, "f32")
    return Case(f"causal-{n}", [a], a, f"  %e = tensor.empty() : {a}\n" + generic(
        "r", [("%0", a)], ("%e", a), ["d0, d1"] * 2, [PARALLEL] * 2,
        "    %inf = arith.constant 0xFF800000 : f32\n"
        "    %i = linalg.index 0 : index\n    %j = linalg.index 1 : index\n"
        "    %above = arith.cmpi sgt, %j, %i : index\n"
        "    %y = arith.select %above, %inf, %a : f32\n"))


def convolution():
    a, w, r = tensor(1, 3, 10, 12, "f32"), tensor(5, 3, 3, 3, "f32"), tensor(1, 5, 8, 10, "f32")
    return Case("conv-3x3", [a, w], r, filled("init", r, "0.0") +
                f"  %r = linalg.conv_2d_nchw_fchw ins(%0, %1 : {a}, {w}) "
                f"outs(%init : {r}) -> {r}\n")


def pad_and_slice():
    a, p, r = tensor(7, 9, "f32"), tensor(10, 13, "f32"), tensor(4, 6, "f32")
    return Case("pad-and-slice", [a], r,
                "  %z = arith.constant 1.0 : f32\n"
                "  %p = tensor.pad %0 low[1, 2] high[2, 2] {\n"
                "  ^bb0(%i: index, %j: index):\n    tensor.yield %z : f32\n"
                f"  }} : {a} to {p}\n"
                f"  %r = tensor.extract_slice %p[5, 6] [4, 6] [1, 1] : {p} to {r}\n")


def f64_sum(n):
    a, r = tensor(n, "f32"), "tensor<f64>"
    return Case(f"f64-sum-{n}", [a], r, filled("init", r, "0.0") + generic(
        "r", [("%0", a)], ("%init", r), ["d0", ""], [REDUCTION],
        "    %w = arith.extf %a : f32 to f64\n    %y = arith.addf %w, %out : f64\n"))


def programs() -> list[Case]:
    f32 = "f32"
    return [
        accumulate("f32", "f32", 33, 47, 29), accumulate("bf16", "f32", 20, 40, 70),
        accumulate("i8", "i32", 17, 35, 130),
        narrow_result("bf16", 37, 41, 20), narrow_result("f16", 16, 64, 33),
        named("matvec", [tensor(37, 53, f32), tensor(53, f32)], tensor(37, f32)),
        named("vecmat", [tensor(37, f32), tensor(37, 53, f32)], tensor(53, f32)),
        named("dot", [tensor(300, f32), tensor(300, f32)], "tensor<f32>"),
        named("batch_matvec", [tensor(3, 20, 30, f32), tensor(3, 30, f32)], tensor(3, 20, f32)),
        transpose(f32, 37, 53), transpose("bf16", 70, 33), transpose("i8", 19, 130),
        transpose(f32, 3, 5, 7),
        mapped_add("transposed", (19, 37), "d0, d1", (37, 19), "d1, d0", (19, 37)),
        mapped_add("planes", (5, 19, 37), "d0, d1, d2", (19, 37), "d1, d2", (5, 19, 37)),
        mapped_add("columns", (4, 18, 21), "d0, d1, d2", (4, 18), "d0, d1", (4, 18, 21)),
        mapped_add("outer", (40,), "d0", (50,), "d1", (40, 50)),
        mapped_add("permuted", (7, 5, 40), "d1, d0, d2", (5, 7, 40), "d0, d1, d2", (5, 7, 40)),
        reduce("all", "arith.addf", "0.0", (23, 45), []),
        reduce("long", "arith.maximumf", "0xFF800000", (1, 20000), [0]),
        reduce("middle", "arith.addf", "0.0", (6, 30, 20), [0, 2]),
        reduce("two-of-three", "arith.maximumf", "0xFF800000", (9, 20, 33), [1]),
        reduce("least", "arith.minimumf", "0x7F800000", (31, 40), [0]),
        reduce("product", "arith.mulf", "1.0", (12, 5), [0]),
        mean_square(40, 70), constant_weights(10, 12, 20), two_layers(50, 40, 60, 30),
        residual(45, 52), requantize(33, 20, 70), compare(21, 35), causal(45),
        convolution(), pad_and_slice(), f64_sum(1000),
    ]
