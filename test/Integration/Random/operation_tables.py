#===- operation_tables.py - operations of arith and math --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Element types, and the operations of the arith and math dialects with the domains of
their operands."""

INTEGERS = ("i1", "i4", "i7", "i8", "i16", "i32", "i33", "i64", "index")
FLOATS = ("f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2")
TYPES = INTEGERS + FLOATS


def bits(kind: str) -> int:
    digits = kind.lstrip("bfi").split("E")[0]
    return int(digits) if digits.isdigit() else 64


# Operands are a: any; p: at least 1/16; u: magnitude up to 1; c: a shift count;
# d: not 0; e: a small exponent. After the colon: the type of the result, if different.
INTEGER_OPERATIONS = {
    "arith.addi": "aa", "arith.subi": "aa", "arith.muli": "aa", "arith.divui": "ad",
    "arith.divsi": "ad", "arith.ceildivui": "ad", "arith.ceildivsi": "ad",
    "arith.floordivsi": "ad", "arith.remui": "ad", "arith.remsi": "ad", "arith.andi": "aa",
    "arith.ori": "aa", "arith.xori": "aa", "arith.shli": "ac", "arith.shrui": "ac",
    "arith.shrsi": "ac", "arith.maxsi": "aa", "arith.maxui": "aa", "arith.minsi": "aa",
    "arith.minui": "aa", "math.absi": "a", "math.ctlz": "a", "math.cttz": "a",
    "math.ctpop": "a", "math.ipowi": "ae",
}
EXTENDED = ("arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended")
INTEGER_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt",
                    "uge", "ult", "ule", "une", "uno", "true")
FLOAT_OPERATIONS = {
    "arith.negf": "a", "arith.addf": "aa", "arith.subf": "aa", "arith.maximumf": "aa",
    "arith.maxnumf": "aa", "arith.minimumf": "aa", "arith.minnumf": "aa",
    "arith.mulf": "aa", "arith.divf": "ad", "arith.remf": "ad", "math.absf": "a",
    "math.acos": "u", "math.acosh": "g", "math.asin": "u", "math.asinh": "a",
    "math.atan": "a", "math.atanh": "h", "math.atan2": "aa", "math.cbrt": "a",
    "math.ceil": "a", "math.copysign": "aa", "math.cos": "a", "math.cosh": "a",
    "math.sin": "a", "math.sinh": "a", "math.erf": "a", "math.erfc": "a", "math.exp": "a",
    "math.exp2": "a", "math.expm1": "a", "math.floor": "a", "math.fma": "aaa",
    "math.log": "p", "math.log10": "p", "math.log1p": "p", "math.log2": "p",
    "math.powf": "pu", "math.rsqrt": "p", "math.sqrt": "p", "math.tan": "u",
    "math.tanh": "a", "math.roundeven": "a", "math.round": "a", "math.trunc": "a",
    "math.isfinite": "a:i1", "math.isinf": "a:i1", "math.isnan": "a:i1",
    "math.isnormal": "a:i1",
}
# In addition: cmpi, cmpf, select, clampf, fpowi, sincos, constant, conversions.
