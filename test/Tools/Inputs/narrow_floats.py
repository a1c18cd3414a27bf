"""Operations on floats below 32 bits whose results are known bit by bit: from
rational numbers, which no floating-point unit of a host takes part in.

    narrow_floats.py TYPE FOLDER

leaves TYPE.mlir with TYPE.in0.npy ... and TYPE.out0.npy ... there and prints the
options of matrix-run. Arguments and results are the bits, as integers. Half of the
numbers are subnormal or close to it. Where a result is NaN, the operands are others.
"""

import random
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

COUNT = 768


class Format:
    """1 sign bit, `exponent` bits, `mantissa` bits; without infinities all ones are
    NaN, and overflow gives it. Without signed zeros the code of -0 is NaN."""

    def __init__(self, name, exponent, mantissa, infinities=True, signed_zero=True):
        self.name, self.mantissa, self.infinities = name, mantissa, infinities
        self.signed_zero = signed_zero
        self.width = 1 + exponent + mantissa
        self.sign = 1 << (self.width - 1)
        # exponent of subnormal numbers
        self.lowest = 2 - (1 << (exponent - 1)) - (not signed_zero)
        ones = ((1 << exponent) - 1) << mantissa
        self.overflow = ones if infinities else self.sign - signed_zero

    def decode(self, bits) -> Fraction:
        magnitude = bits & (self.sign - 1)
        exponent, mantissa = magnitude >> self.mantissa, magnitude & ((1 << self.mantissa) - 1)
        if exponent:
            mantissa |= 1 << self.mantissa
        value = mantissa * Fraction(2) ** (max(exponent, 1) - 1 + self.lowest - self.mantissa)
        return -value if bits & self.sign else value

    def is_negative(self, bits) -> bool:
        return bool(bits & self.sign)

    def encode(self, value: Fraction, negative: bool):
        """To nearest, ties to even; `negative` is the sign of zero. None: NaN."""
        if value:
            negative = value < 0
        value, exponent = abs(value), self.lowest
        while value >= Fraction(2) ** (exponent + 1):
            exponent += 1
        # round() of a fraction takes the even one of two that are as close.
        code = round(value / Fraction(2) ** (exponent - self.mantissa))
        code += (exponent - self.lowest) << self.mantissa
        if code >= self.overflow:
            if not self.infinities:
                return None
            code = self.overflow
        return self.with_sign(code, negative)

    def with_sign(self, bits, negative) -> int:
        magnitude = bits & ~self.sign
        return magnitude | (self.sign if negative and (magnitude or self.signed_zero) else 0)

    def random(self, rng) -> int:
        """Finite: 0, subnormal, around 1, near the limits, or anything."""
        one = -self.lowest + 1 << self.mantissa
        magnitude = rng.choice([
            lambda: 0, lambda: rng.randrange(1 << self.mantissa),
            lambda: rng.randrange(3 << self.mantissa),
            lambda: one + rng.randrange(-2 << self.mantissa, 2 << self.mantissa),
            lambda: self.overflow - 1 - rng.randrange(1 << self.mantissa),
            lambda: rng.randrange(self.overflow)])()
        return self.with_sign(min(max(magnitude, 0), self.overflow - 1), rng.choice([False, True]))


FORMATS = [Format("bf16", 8, 7), Format("f16", 5, 10), Format("f8E5M2", 5, 2),
           Format("f8E4M3FN", 4, 3, infinities=False),
           Format("f8E3M4", 3, 4), Format("f8E4M3FNUZ", 4, 3, False, False),
           Format("f8E5M2FNUZ", 5, 2, False, False)]
F32, F64 = Format("f32", 8, 23), Format("f64", 11, 52)


# --- Operations -----------------------------------------------------------------
#
# Each takes the format and operands' bits, and gives the result's bits or None.

def sum_of(f, x, y):
    both = f.is_negative(x) and f.is_negative(y)
    return f.encode(f.decode(x) + f.decode(y), both)


def product(f, x, y):
    return f.encode(f.decode(x) * f.decode(y), f.is_negative(x) != f.is_negative(y))


def quotient(f, x, y):
    if not f.decode(y):
        return None
    return f.encode(f.decode(x) / f.decode(y), f.is_negative(x) != f.is_negative(y))


def fused(f, x, y, z):
    negative = f.is_negative(x) != f.is_negative(y)
    return f.encode(f.decode(x) * f.decode(y) + f.decode(z), negative and f.is_negative(z))


def signed_as(f, x, y):
    """copysign(x + y, x * y)"""
    total, sign = sum_of(f, x, y), product(f, x, y)
    if total is None or sign is None:
        return None
    return f.with_sign(total, f.is_negative(sign))


def negated(f, x, y):
    value = product(f, x, y)
    return value if value is None else f.with_sign(value, not f.is_negative(value))


def order(f, bits):
    """-0 is below 0."""
    return f.decode(bits), not f.is_negative(bits)


def largest(f, x, y):
    return max(x, y, key=lambda bits: order(f, bits))


def smallest(f, x, y):
    return min(x, y, key=lambda bits: order(f, bits))


ARITHMETIC = {
    "arith.addf %x, %y": sum_of, "arith.mulf %x, %y": product,
    "arith.divf %x, %y": quotient, "math.fma %x, %y, %z": fused,
    "arith.maximumf %x, %y": largest, "arith.minimumf %x, %y": smallest,
    "math.copysign %sum, %product": signed_as, "arith.negf %product": negated,
}


def converted(source, target):
    def convert(_, x):
        return target.encode(source.decode(x), source.is_negative(x))
    return convert


def integer(target, width, signed):
    def convert(_, x):
        value = x - (1 << width) if signed and x >> (width - 1) else x
        return target.encode(Fraction(value), False)
    return convert


# --- Operands ---------------------------------------------------------------------

def near(wide, narrow, rng) -> int:
    """A number halfway between two of the narrow format, or a bit to its side."""
    bits = narrow.random(rng)
    low, high = narrow.decode(bits & ~1), narrow.decode(bits | 1)
    middle = wide.encode((low + high) / 2, False)
    return max(0, middle + rng.randrange(-1, 2))


def wide_integer(narrow, width, rng) -> int:
    """Halfway between two numbers of the format, or 1 beside it: rounded to another
    format first, it is halfway."""
    digits = narrow.mantissa + 2
    longest = min(width - 1, int(narrow.decode(narrow.overflow - 1)).bit_length())
    halfway = rng.randrange(1 << digits - 1, 1 << digits) | 1
    value = (halfway << rng.randrange(max(1, longest - digits + 1))) + rng.randrange(-1, 2)
    return rng.choice([value, -value]) & (1 << width) - 1


def cases(f, rng):
    """Text of the operation, types of operands and result, sets of operands, results."""
    for text, semantics in ARITHMETIC.items():
        names = "xyz"[:3 if "%z" in text else 2]
        yield text, [f.name] * len(names), f.name, semantics, lambda n=len(names): [
            f.random(rng) for _ in range(n)]
    for wide in (F32, F64):
        yield "arith.extf %x", [f.name], wide.name, converted(f, wide), \
            lambda: [f.random(rng)]
        yield "arith.truncf %x", [wide.name], f.name, converted(wide, f), \
            lambda w=wide: [near(w, f, rng)]
    for width in (32, 64):
        for op, signed in (("sitofp", True), ("uitofp", False)):
            yield f"arith.{op} %x", [f"i{width}"], f.name, integer(f, width, signed), \
                lambda w=width: [wide_integer(f, w, rng)]


def sample(semantics, draw, f):
    operands, results = [], []
    while len(results) < COUNT:
        drawn = draw()
        value = semantics(f, *drawn)
        if value is not None:
            operands.append(drawn)
            results.append(value)
    return list(zip(*operands)), results


# --- The program ------------------------------------------------------------------

def bits_of(kind) -> int:
    return int("".join(c for c in kind.split("E")[0] if c.isdigit()) if kind[0] != "b" else 16)


def tensor(kind) -> str:
    return f"tensor<{COUNT}xi{bits_of(kind)}>"


def body(text, kinds, result) -> list[str]:
    lines = []
    for name, kind in zip("xyz", kinds):
        number = kind[0] != "i"
        source = f"%{name}.bits"
        lines.append(f"%{name} = arith.bitcast {source} : i{bits_of(kind)} to {kind}" if number
                     else f"%{name} = arith.addi {source}, %zero{bits_of(kind)} : {kind}")
    if "%sum" in text:
        lines.append(f"%sum = arith.addf %x, %y : {result}")
    if "%product" in text:
        lines.append(f"%product = arith.mulf %x, %y : {result}")
    types = result if kinds[0] == result else f"{kinds[0]} to {result}"
    return [*lines, f"%r = {text} : {types}",
            f"%r.bits = arith.bitcast %r : {result} to i{bits_of(result)}",
            f"linalg.yield %r.bits : i{bits_of(result)}"]


def operation(number, text, kinds, result, first) -> str:
    names = ", ".join(f"%a{first + k}" for k in range(len(kinds)))
    types = ", ".join(map(tensor, kinds))
    arguments = "".join(f"%{n}.bits: i{bits_of(k)}, " for n, k in zip("xyz", kinds))
    lines = "".join(f"    {line}\n" for line in body(text, kinds, result))
    return (f"  %e{number} = tensor.empty() : {tensor(result)}\n"
            f"  %r{number} = linalg.map ins({names} : {types}) "
            f"outs(%e{number} : {tensor(result)}) "
            f"({arguments}%init: i{bits_of(result)}) {{\n{lines}  }}\n")


def save(path, bits, width) -> Path:
    np.save(path, np.array(bits, np.dtype(f"u{width // 8}")).view(f"i{width // 8}"))
    return path


def main():
    f, folder = next(f for f in FORMATS if f.name == sys.argv[1]), Path(sys.argv[2])
    rng = random.Random(f.name)
    arguments, results, code, options = [], [], "", []
    for number, (text, kinds, result, semantics, draw) in enumerate(cases(f, rng)):
        code += operation(number, text, kinds, result, len(arguments))
        operands, values = sample(semantics, draw, f)
        arguments += zip(kinds, operands)
        results.append((result, values))
    for option, name, arrays in ("input", "in", arguments), ("expect", "out", results):
        for number, (kind, bits) in enumerate(arrays):
            path = folder / f"{f.name}.{name}{number}.npy"
            options += [f"--{option}", str(save(path, bits, bits_of(kind)))]
    signature = ", ".join(f"%a{n}: {tensor(kind)}" for n, (kind, _) in enumerate(arguments))
    types = ", ".join(tensor(kind) for kind, _ in results)
    names = ", ".join(f"%r{n}" for n in range(len(results)))
    (folder / f"{f.name}.mlir").write_text(
        f"func.func @main({signature}) -> ({types}) {{\n"
        "  %zero32 = arith.constant 0 : i32\n  %zero64 = arith.constant 0 : i64\n"
        f"{code}  return {names} : {types}\n}}\n")
    print(" ".join(options))


if __name__ == "__main__":
    main()
