#===- scalar_reference.py - patterns of scalar instructions in NumPy -------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Evaluates the SelectionDAG nodes of `patterns` (docs/reference/description-json.md)
on arrays of int64, float32 and float64. Written from LLVM's definition of the nodes
and, where LLVM defines no result, from td/Common/ScalarNodes.td: shift counts modulo
64, division by zero, saturation, one quiet NaN."""

import ctypes
import operator

import numpy as np

from semantics.formats import Format
from semantics.operators import _LIBM, _maximum, _minimum

BF16 = Format({"record": "", "bits": 16, "mlir": "", "float": True, "any": False,
               "unsigned": False, "exponent": 8, "mantissa": 7, "finite_only": False})
TYPES = {"i64": np.int64, "f32": np.float32, "f64": np.float64}


class Unknown(Exception):
    """A node without an implementation."""


class Scalar:
    """One instruction on arrays of operands. `memory` is the contents at the address of
    a load or store, as int64; stores change it."""

    def __init__(self, instruction, values, memory):
        self.instruction = instruction
        self.values = values
        self.memory = memory
        self.stored = memory

    def run(self) -> tuple:
        """Returns the result, or None, and the memory after the instruction."""
        result = None
        with np.errstate(all="ignore"):
            for pattern in self.instruction.facts["patterns"]:
                arguments = pattern["args"]
                if pattern["op"] == "set":
                    result = self.value(arguments[1], self.type_of(arguments[0]))
                elif pattern["op"] in ("store", *TRUNCATING):
                    self.store(pattern["op"], self.value(arguments[0]))
                else:
                    raise Unknown(pattern["op"])
        return result, self.stored

    def type_of(self, node):
        kind = self.instruction.operand(node["name"]).kind
        return {"general": np.int64, "f32": np.float32, "f64": np.float64}[kind]

    def value(self, node, type_=None):
        if not isinstance(node, dict):
            return np.int64(node)
        if node["op"] == "Operand":
            return self.values[node["name"]]
        if node["op"] in TYPES:
            return self.value(node["args"][0], TYPES[node["op"]])
        if node["op"] == "load" or node["op"] in EXTENDING:
            return self.load(node["op"], type_)
        if node["op"] == "sext_inreg":
            bits = int(node["args"][1]["name"][1:])
            return sign_extended(self.value(node["args"][0]), bits)
        arguments = [self.value(a) for a in node["args"]]
        if node["op"] == "bitconvert":
            return np.asarray(arguments[0]).view(type_)
        if node["op"] == "sint_to_fp":
            return arguments[0].astype(type_)
        if node["op"] not in NODES:
            raise Unknown(node["op"])
        return canonical(node["op"], NODES[node["op"]](*arguments))

    # --- Memory -----------------------------------------------------------------

    def load(self, op, type_):
        if op != "load":
            signed, bits = EXTENDING[op]
            low = self.memory & mask(bits)
            return sign_extended(low, bits) if signed else low
        if type_ == np.float32:
            return self.memory.astype(np.int32).view(np.float32)
        return self.memory.view(type_ or np.int64)

    def store(self, op, value):
        value = np.asarray(value)
        bits = TRUNCATING.get(op, 8 * value.dtype.itemsize)
        word = value.view(f"u{value.dtype.itemsize}").astype(np.uint64).view(np.int64)
        keep = ~mask(bits)
        self.stored = (self.memory & keep) | (word & ~keep)


# Replacements of nodes; check_scalar_instructions.py requires that operands detect
# them.
INSTEAD = {
    "add": "sub", "sub": "add", "mul": "add", "and": "or", "or": "and", "xor": "or",
    "shl": "srl", "srl": "shl", "sra": "shl", "mulhs": "mulhu", "mulhu": "mulhs",
    "sdiv": "udiv", "udiv": "sdiv", "srem": "urem", "urem": "srem", "smin": "umin",
    "umin": "smin", "smax": "umax", "umax": "smax", "ctlz": "cttz", "cttz": "ctlz",
    "rotl": "rotr", "rotr": "rotl", "bswap": "bitreverse", "bitreverse": "bswap",
    "avgflooru": "and", "abs": "ctlz",
    "ctpop": "cttz", "setlt": "setult", "setult": "setle", "seteq": "setle",
    "setge": "setuge", "setoeq": "setole", "setolt": "setole", "setole": "setolt",
    "fadd": "fsub", "fsub": "fadd", "fmul": "fadd", "fdiv": "fmul", "fneg": "fabs",
    "fminimum": "fminimumnum", "fmaximum": "fmaximumnum", "fminimumnum": "fminimum",
    "fmaximumnum": "fmaximum", "ffloor": "ftrunc", "fceil": "froundeven",
    "ftrunc": "ffloor", "froundeven": "ffloor", "fcopysign": "MatrixSignXor",
    "MatrixSignXor": "fcopysign", "fp_to_f16": "fp_to_bf16", "fp_to_bf16": "fp_to_f16",
    "f16_to_fp": "bf16_to_fp", "bf16_to_fp": "f16_to_fp",
    **{f"{a}extloadi{bits}": f"{b}extloadi{bits}"
       for a, b in ("sz", "zs") for bits in (8, 16, 32)},
    "truncstorei8": "truncstorei16", "truncstorei16": "truncstorei8",
    "truncstorei32": "truncstorei16",
}

EXTENDING = {f"{how}extloadi{bits}": (how == "s", bits)
             for how in "sz" for bits in (8, 16, 32)}
TRUNCATING = {f"truncstorei{bits}": bits for bits in (8, 16, 32)}


def mask(bits):
    return np.int64(-1) if bits == 64 else np.int64((1 << bits) - 1)


def sign_extended(x, bits):
    sign = np.int64(1) << np.int64(bits - 1)
    return ((x & mask(bits)) ^ sign) - sign


# --- Integers -----------------------------------------------------------------

def exact(function):
    """Evaluates on Python integers; the result is the low 64 bits."""
    def wrapped(*arguments):
        result = int(function(*map(int, arguments))) & (1 << 64) - 1
        return result - (result >> 63 << 64)
    return np.vectorize(wrapped, otypes=[np.int64])


def unsigned(x):
    return x & (1 << 64) - 1


def of_unsigned(function):
    return exact(lambda *arguments: function(*map(unsigned, arguments)))


def quotient(a, b):
    """Rounds toward zero; x / 0 is all ones."""
    return -1 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a if b == 0 else a - quotient(a, b) * b


def trailing_zeros(x):
    return 64 if x == 0 else (x & -x).bit_length() - 1


def compare(relation):
    return lambda a, b: relation(a, b).astype(np.int64)


RELATIONS = {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt,
             "le": operator.le, "gt": operator.gt, "ge": operator.ge}


# --- Floats -------------------------------------------------------------------

def canonical(op, value):
    """Arithmetic returns the canonical NaN; moves of bits preserve NaNs."""
    value = np.asarray(value)
    if op in MOVES or value.dtype.kind != "f":
        return value
    return np.where(np.isnan(value), value.dtype.type(np.nan), value)


MOVES = {"select", "fneg", "fcopysign", "MatrixSignXor", "MatrixFloatFromBits"}


def of_library(name):
    """Calls libm's function of the operand's type."""
    def call(*arguments):
        dtype = np.asarray(arguments[0]).dtype
        c_type = ctypes.c_float if dtype == np.float32 else ctypes.c_double
        function = getattr(_LIBM, name + ("f" if dtype == np.float32 else ""))
        function.restype = c_type
        function.argtypes = [c_type] * len(arguments)
        return np.vectorize(function, otypes=[dtype])(*arguments)
    return call


def minimum(a, b):
    return _minimum(a, b).astype(a.dtype)


def maximum(a, b):
    return _maximum(a, b).astype(a.dtype)


def or_number(choose):
    """If one operand is NaN, the result is the other one."""
    return lambda a, b: np.where(np.isnan(a), b, np.where(np.isnan(b), a, choose(a, b)))


def sign_xor(a, b):
    kind = f"i{a.dtype.itemsize}"
    lowest = np.array(1, kind) << (8 * a.dtype.itemsize - 1)
    return (a.view(kind) ^ (b.view(kind) & lowest)).view(a.dtype)


def negated(a):
    return sign_xor(a, np.full_like(a, -1.0))


def copied_sign(a, b):
    return sign_xor(sign_xor(a, a), b)


def to_integer(x):
    """Towards zero, saturating."""
    x = x.astype(np.float64)
    inside = np.abs(x) < 2.0 ** 63
    whole = np.where(inside, x, 0).astype(np.int64)
    limit = np.where(x < 0, np.int64(-2 ** 63), np.int64(2 ** 63 - 1))
    return np.where(np.isnan(x), 0, np.where(inside, whole, limit))


def float_from_bits(x):
    return x.astype(np.int32).view(np.float32)


def half_to_float(x):
    return (x & 0xFFFF).astype(np.uint16).view(np.float16).astype(np.float32)


def float_to_half(x):
    bits = x.astype(np.float16).view(np.uint16).astype(np.int64)
    return np.where(np.isnan(x), 0x7E00, bits)


NODES = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "and": np.bitwise_and,
    "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "shl": exact(lambda a, b: a << (b & 63)),
    "srl": of_unsigned(lambda a, b: a >> (b & 63)),
    "sra": exact(lambda a, b: a >> (b & 63)),
    "rotl": of_unsigned(lambda a, b: a << (b & 63) | a >> (-b & 63)),
    "rotr": of_unsigned(lambda a, b: a >> (b & 63) | a << (-b & 63)),
    "mulhs": exact(lambda a, b: a * b >> 64),
    "mulhu": of_unsigned(lambda a, b: a * b >> 64),
    "sdiv": exact(quotient), "srem": exact(remainder),
    "udiv": of_unsigned(quotient), "urem": of_unsigned(remainder),
    "smin": np.minimum, "smax": np.maximum,
    "umin": of_unsigned(min), "umax": of_unsigned(max), "abs": np.abs,
    "ctlz": of_unsigned(lambda a: 64 - a.bit_length()),
    "cttz": of_unsigned(trailing_zeros),
    "ctpop": of_unsigned(lambda a: a.bit_count()),
    "bswap": of_unsigned(lambda a: int.from_bytes(a.to_bytes(8, "little"), "big")),
    "bitreverse": of_unsigned(lambda a: int(f"{a:064b}"[::-1], 2)),
    "avgflooru": of_unsigned(lambda a, b: a + b >> 1),
    "select": lambda c, a, b: np.where(c != 0, a, b),
    **{f"set{name}": compare(relation) for name, relation in RELATIONS.items()},
    **{f"setu{name}": of_unsigned(relation) for name, relation in RELATIONS.items()
       if name not in ("eq", "ne")},
    **{f"seto{name}": compare(relation) for name, relation in RELATIONS.items()
       if name != "ne"},

    "fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide,
    "fma": of_library("fma"), "fsqrt": np.sqrt, "fabs": np.abs, "fneg": negated,
    "fcopysign": copied_sign, "MatrixSignXor": sign_xor,
    "fminimum": minimum, "fmaximum": maximum,
    "fminimumnum": or_number(minimum), "fmaximumnum": or_number(maximum),
    "ffloor": np.floor, "fceil": np.ceil, "ftrunc": np.trunc, "froundeven": np.rint,
    "fp_to_sint": to_integer,
    "fpextend": lambda a: a.astype(np.float64),
    "fpround": lambda a: a.astype(np.float32),
    "f16_to_fp": half_to_float,
    "bf16_to_fp": lambda a: float_from_bits(a << 16),
    "fp_to_f16": float_to_half,
    "fp_to_bf16": lambda a: BF16.encode(a).astype(np.int64),
    "MatrixFloatFromBits": float_from_bits,
    "MatrixBitsFromFloat": lambda a: a.view(np.int32).astype(np.int64),
}
