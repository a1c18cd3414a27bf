#===- elementwise.py - expected results of ew2, ew1, sfu, reductions -------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Elementwise operations, reductions. Floats are rounded once to nearest even, a computed
NaN is the quiet one, integers are modulo 2^32."""

import numpy as np

from case import Case, generator, sparse
from floats import bits, fma, in_double, maximum, minimum, number, of_library
from elements import count_of_pairs, moderate, pairs, random_bits, specials


def cases(machine):
    yield from binary(machine)
    yield from fused(machine)
    yield from unary(machine)
    yield from reductions(machine)


# --- Two operands -------------------------------------------------------------

def arithmetic(operator):
    return lambda fmt, a, b: bits(fmt, operator(number(fmt, a), number(fmt, b)))


def compared(operator):
    return lambda fmt, a, b: bits("i32", -operator(
        number(fmt, a), number(fmt, b)).astype(np.int64))


def shifted(operator):
    return lambda _, a, b: bits("i32", operator(a, b & 31))


def of_bits(operator):
    return lambda _, a, b: operator(a, b)


WORDS = ["f32", "i32"]
SIX = ["f32", "i32", "bf16", "f16", "i8", "u8"]
BINARY = {
    "tadd": (WORDS, arithmetic(np.add)),
    "tsub": (WORDS, arithmetic(np.subtract)),
    "tmul": (WORDS, arithmetic(np.multiply)),
    "tmax": (SIX, maximum),
    "tmin": (SIX, minimum),
    "tdiv": (["f32"], arithmetic(np.divide)),
    "tand": (["i32"], of_bits(np.bitwise_and)),
    "tor": (["i32"], of_bits(np.bitwise_or)),
    "txor": (["i32"], of_bits(np.bitwise_xor)),
    "tshl": (["i32"], shifted(np.left_shift)),
    "tshr": (["i32"], shifted(np.right_shift)),
    "tsra": (["i32"], shifted(lambda a, n: a.view(np.int32) >> n.astype(np.int32))),
    "tceq": (WORDS, compared(np.equal)),
    "tclt": (WORDS, compared(np.less)),
    "tcle": (WORDS, compared(np.less_equal)),
}


def binary(machine):
    for base_mnemonic, (formats, operator) in BINARY.items():
        for fmt in formats:
            text = f"{base_mnemonic}.{fmt} t1, t2, t3"
            for a, b in operands(generator(text), fmt, machine.shape(fmt)):
                yield Case(text, {"t2": a, "t3": b}, {"t1": operator(fmt, a, b)})


def operands(rng, fmt, shape):
    """All pairs of special values, in as many tiles as needed; then others."""
    for first in range(0, count_of_pairs(fmt), shape[0] * shape[1]):
        yield pairs(fmt, shape, first)
    yield moderate(rng, fmt, shape), moderate(rng, fmt, shape)
    yield random_bits(rng, fmt, shape), random_bits(rng, fmt, shape)


# --- td is read as well -------------------------------------------------------

def fused(machine):
    shape = machine.shape("f32")
    text = "tfma.f32 t1, t2, t3"
    rng = generator(text)
    for a, b in operands(rng, "f32", shape):
        c = rng.choice(specials("f32"), shape)
        yield Case(text, {"t1": c, "t2": a, "t3": b},
                   {"t1": bits("f32", fma(*(number("f32", x) for x in (a, b, c))))})
    a, b, c = cancelling(rng, shape)
    yield Case(text, {"t1": c, "t2": a, "t3": b},
               {"t1": bits("f32", fma(*(number("f32", x) for x in (a, b, c))))})
    yield from selections(machine)
    yield from multiplications(machine)


def cancelling(rng, shape):
    """Operands whose result is nonzero only if the product is not rounded before the sum."""
    a, b = (1 + rng.integers(1, 1 << 12, shape) * np.float32(2.0 ** -23)
            for _ in range(2))
    a, b = a.astype(np.float32), b.astype(np.float32)
    return bits("f32", a), bits("f32", b), bits("f32", -(a * b))


def selections(machine):
    shape = machine.shape("f32")
    for fmt in WORDS:
        text = f"tsel.{fmt} t1, t2, t3"
        rng = generator(text)
        a, b = pairs(fmt, shape)
        mask = rng.choice(np.array([0, 0xFFFFFFFF, 1, 0x80000000], np.uint32), shape)
        yield Case(text, {"t1": mask, "t2": a, "t3": b},
                   {"t1": np.where(mask != 0, a, b)})


def multiplications(machine):
    """td += wide(ta[q]) * wide(tb[q]): two roundings, of an exact product."""
    for wide, fmt in [("f32", "bf16"), ("f32", "f16"), ("i32", "i8"), ("i32", "u8")]:
        for q in range(machine.shape(fmt)[1] // machine.columns):
            text = f"tmacw.{wide}.{fmt} t1, t2, t3, {q}"
            rng = generator(text)
            for a, b in (pairs(fmt, machine.shape(fmt)),
                         [moderate(rng, fmt, machine.shape(fmt)) for _ in range(2)]):
                c = random_bits(rng, wide, machine.shape(wide))
                # Keeps small products unchanged.
                c[::2] = moderate(rng, wide, c[::2].shape) if q % 2 else 0
                c[1::4] = rng.choice(specials(wide), c[1::4].shape)
                c[3::8] = 0x123
                block = np.s_[:, q * machine.columns:(q + 1) * machine.columns]
                x, y = number(fmt, a)[block], number(fmt, b)[block]
                yield Case(text, {"t1": c, "t2": a, "t3": b},
                           {"t1": bits(wide, number(wide, c) + x * y)})


# --- One operand --------------------------------------------------------------

def of_number(operator):
    return lambda fmt, a: bits(fmt, operator(number(fmt, a)))


exp = of_library("exp")
UNARY = {
    "tabs": (WORDS, of_number(np.abs)),
    "tfloor": (["f32"], of_number(np.floor)),
    "trnd": (["f32"], of_number(np.rint)),
    "texp": (["f32"], of_number(in_double(exp))),
    "tlog": (["f32"], of_number(in_double(of_library("log")))),
    "trcp": (["f32"], of_number(lambda x: np.float32(1) / x)),
    "trsqrt": (["f32"], of_number(in_double(lambda x: 1 / np.sqrt(x)))),
    "tsqrt": (["f32"], of_number(np.sqrt)),
    "ttanh": (["f32"], of_number(in_double(of_library("tanh")))),
    "tsigm": (["f32"], of_number(in_double(lambda x: 1 / (1 + exp(-x))))),
    "terf": (["f32"], of_number(in_double(of_library("erf")))),
    "tsin": (["f32"], of_number(in_double(of_library("sin")))),
    "tcos": (["f32"], of_number(in_double(of_library("cos")))),
}


def unary(machine):
    for base_mnemonic, (formats, operator) in UNARY.items():
        for fmt in formats:
            text = f"{base_mnemonic}.{fmt} t1, t2"
            rng, shape = generator(text), machine.shape(fmt)
            halves = rng.integers(-40, 40, shape) / np.float32(2)
            for a in (pairs(fmt, shape)[0], moderate(rng, fmt, shape),
                      bits(fmt, halves), random_bits(rng, fmt, shape)):
                yield Case(text, {"t2": a}, {"t1": operator(fmt, a)})


# --- Reductions ---------------------------------------------------------------

def summed(fmt, rows):
    """Sequentially, from the first element on."""
    total = number(fmt, rows[0])
    for row in rows[1:]:
        total = total + number(fmt, row)
    return bits(fmt, total)


def largest(fmt, rows):
    result = rows[0]
    for row in rows[1:]:
        result = maximum(fmt, result, row)
    return maximum(fmt, result, result)


def first_largest(fmt, rows):
    """Index of the first element that equals the maximum, ignoring the sign of
    zeros; if it is NaN, of the first NaN. NumPy's argmax has these semantics."""
    return bits("i32", number(fmt, rows).argmax(axis=0))


def reductions(machine):
    for base_mnemonic, along_row, operator in [
            ("trsum", True, summed), ("trmax", True, largest),
            ("trargmax", True, first_largest),
            ("tcsum", False, summed), ("tcmax", False, largest)]:
        for fmt in WORDS:
            text = f"{base_mnemonic}.{fmt} t1, t2"
            for a in reduced_operands(generator(text), fmt, machine.shape(fmt)):
                result = operator(fmt, a.T if along_row else a)
                result = result[:, None] if along_row else result[None, :]
                yield Case(text, {"t2": a}, {"t1": np.broadcast_to(result, a.shape)})


def reduced_operands(rng, fmt, shape):
    usual = moderate(rng, fmt, shape)
    yield usual
    yield sparse(rng, usual, specials(fmt), 2)
    # Few distinct values, so that the maximum occurs several times; only signed
    # zeros in some rows.
    few = rng.choice(bits(fmt, np.array([-2, -1, 0, 1], np.float32)), shape)
    zeros = rng.choice(np.array([0, 1 << 31], np.uint32), shape)
    few[::3] = zeros[::3] if fmt == "f32" else few[::3]
    few[1] = 1 << 31 if fmt == "f32" else few[1]
    yield few
    yield few.T.copy() if shape[0] == shape[1] else few[:, ::-1].copy()
    yield random_bits(rng, fmt, shape)
