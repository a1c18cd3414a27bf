#===- scalar_functions.py - operations of LLVM IR on scalars ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operations whose results LLVM's language reference defines, as lines of IR
that compute %r from %a and %b."""

from dataclasses import dataclass

INTEGERS = {"i64": 64, "i32": 32, "i16": 16, "i8": 8}
FLOATS = {"float": "f32", "double": "f64"}


@dataclass
class Operation:
    operand: str         # types
    result: str
    name: str
    lines: list


def operations():
    for kind, width in INTEGERS.items():
        yield from arithmetic(kind, width)
        yield from comparisons(kind)
        yield from bits(kind)
        yield from overflows(kind)
        yield from widening(kind)
    for kind, suffix in FLOATS.items():
        yield from float_arithmetic(kind, suffix)
        yield from float_comparisons(kind)
        yield from conversions(kind, suffix)
    yield Operation("float", "double", "fpext", ["%r = fpext float %a to double"])
    yield Operation("double", "float", "fptrunc", ["%r = fptrunc double %a to float"])


# --- Integers -------------------------------------------------------------------

def arithmetic(kind, width):
    for op in ("add", "sub", "mul", "and", "or", "xor"):
        yield Operation(kind, kind, op, [f"%r = {op} {kind} %a, %b"])
    for op in ("shl", "lshr", "ashr"):
        yield Operation(kind, kind, op, [f"%count = and {kind} %b, {width - 1}",
                                         f"%r = {op} {kind} %a, %count"])
    for op in ("udiv", "urem", "sdiv", "srem"):
        # Excludes division by zero and overflow.
        yield Operation(kind, kind, op, [
            f"%zero = icmp eq {kind} %b, 0", f"%minus = icmp eq {kind} %b, -1",
            "%undefined = or i1 %zero, %minus",
            f"%divisor = select i1 %undefined, {kind} 3, {kind} %b",
            f"%r = {op} {kind} %a, %divisor"])


def comparisons(kind):
    for how in ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"):
        test = f"%q = icmp {how} {kind} %a, %b"
        yield Operation(kind, "i64", f"icmp {how}", [test, "%r = zext i1 %q to i64"])
        yield Operation(kind, kind, f"select {how}",
                        [test, f"%r = select i1 %q, {kind} %b, {kind} 5"])


def call(kind, name, *arguments):
    return f"%r = call {kind} @llvm.{name}.{kind}({', '.join(arguments)})"


def bits(kind):
    a, b = f"{kind} %a", f"{kind} %b"
    for name in ("smax", "smin", "umax", "umin", "uadd.sat", "usub.sat", "sadd.sat",
                 "ssub.sat"):
        yield Operation(kind, kind, name, [call(kind, name, a, b)])
    for name in ("ctpop", "bitreverse", *(["bswap"] if kind != "i8" else [])):
        yield Operation(kind, kind, name, [call(kind, name, a)])
    for name in ("ctlz", "cttz", "abs"):
        yield Operation(kind, kind, name, [call(kind, name, a, "i1 false")])
    for name in ("fshl", "fshr"):
        yield Operation(kind, kind, name, [call(kind, name, a, b, b)])


def overflows(kind):
    pair = f"{{{kind}, i1}}"
    for name in ("uadd", "usub", "sadd", "ssub", "umul", "smul"):
        yield Operation(kind, kind, f"{name} with overflow", [
            f"%pair = call {pair} @llvm.{name}.with.overflow.{kind}({kind} %a, {kind} %b)",
            f"%value = extractvalue {pair} %pair, 0", f"%bit = extractvalue {pair} %pair, 1",
            f"%wide = zext i1 %bit to {kind}", f"%r = xor {kind} %value, %wide"])


def widening(kind):
    for extend in ("sext", "zext"):
        if kind != "i64":
            yield Operation(kind, "i64", extend, [f"%r = {extend} {kind} %a to i64"])
            continue
        yield Operation(kind, "i64", f"high half, {extend}", [
            f"%wa = {extend} i64 %a to i128", f"%wb = {extend} i64 %b to i128",
            "%product = mul i128 %wa, %wb", "%high = lshr i128 %product, 64",
            "%r = trunc i128 %high to i64"])


# --- Floats ---------------------------------------------------------------------

def float_arithmetic(kind, suffix):
    for op in ("fadd", "fsub", "fmul", "fdiv", "frem"):
        yield Operation(kind, kind, op, [f"%r = {op} {kind} %a, %b"])
    yield Operation(kind, kind, "fneg", [f"%r = fneg {kind} %a"])
    unary = ("fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "roundeven",
             "round")
    for names, arguments in ((unary, ["%a"]), (("copysign", "minimum", "maximum"),
                             ["%a", "%b"]), (("fma",), ["%a", "%b", "%a"])):
        typed = ", ".join(f"{kind} {a}" for a in arguments)
        for name in names:
            yield Operation(kind, kind, name,
                            [f"%r = call {kind} @llvm.{name}.{suffix}({typed})"])


def float_comparisons(kind):
    for how in ("oeq", "one", "olt", "ole", "ogt", "oge", "ueq", "une", "ult", "ule",
                "ugt", "uge", "ord", "uno"):
        yield Operation(kind, "i64", f"fcmp {how}", [
            f"%q = fcmp {how} {kind} %a, %b", "%r = zext i1 %q to i64"])


def conversions(kind, suffix):
    for integer in INTEGERS:
        for sign in "su":
            lines = [f"%v = call {integer} @llvm.fpto{sign}i.sat.{integer}.{suffix}"
                     f"({kind} %a)",
                     "%r = add i64 %v, 0" if integer == "i64"
                     else f"%r = zext {integer} %v to i64"]
            yield Operation(kind, "i64", f"{kind} to {sign} {integer}", lines)
            yield Operation(integer, kind, f"{sign} {integer} to {kind}",
                            [f"%r = {sign}itofp {integer} %a to {kind}"])
    # Not from f32: hosts with conversion instructions for bf16 flush subnormal numbers.
    for narrow in ("half", *(["bfloat"] if kind == "double" else [])):
        yield Operation(kind, kind, f"{kind} to {narrow} and back", [
            f"%narrow = fptrunc {kind} %a to {narrow}",
            f"%r = fpext {narrow} %narrow to {kind}"])
