#===- formats.py - element formats, bit for bit ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Element formats. Elements are arrays of unsigned integers (the stored bits): decode()
returns their exact values as float64 or int64, encode() rounds once."""

import numpy as np


class Format:
    def __init__(self, facts: dict):
        self.record = facts["record"]
        self.bits = facts["bits"]
        self.mlir = facts["mlir"]
        self.float = facts["float"]
        self.any = facts["any"]
        self.unsigned = facts["unsigned"] or facts["any"] or self.bits == 1
        self.exponent = facts["exponent"]
        self.mantissa = facts["mantissa"]
        self.finite_only = facts["finite_only"]

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def dtype(self):
        return np.dtype(f"u{max(1, self.size)}")

    def decode(self, bits):
        return self._decode_float(bits) if self.float else self._decode_int(bits)

    def encode(self, numbers):
        """Floats to nearest even; integers modulo 2^bits."""
        if self.float:
            return self._encode_float(np.asarray(numbers, np.float64))
        mask = np.int64((1 << self.bits) - 1)
        return (np.asarray(numbers, np.int64) & mask).astype(self.dtype)

    @property
    def lowest(self) -> int:
        return 0 if self.unsigned else -(1 << self.bits - 1)

    @property
    def highest(self) -> int:
        return (1 << self.bits - (0 if self.unsigned else 1)) - 1

    # --- Integers -------------------------------------------------------------

    def _decode_int(self, bits):
        numbers = bits.astype(np.int64)
        if not self.unsigned:
            sign = np.int64(1 << self.bits - 1)
            numbers = (numbers ^ sign) - sign
        return numbers

    # --- Floats:  |s| exponent | mantissa | -------------------------------------

    @property
    def bias(self) -> int:
        return (1 << self.exponent - 1) - 1

    @property
    def nan(self) -> int:
        """The NaN that instructions compute; others only occur as operands."""
        if self.finite_only:
            return (1 << self.bits - 1) - 1
        return self.infinity | 1 << self.mantissa - 1

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.mantissa

    @property
    def largest(self) -> float:
        """The largest finite number."""
        below = self.nan - 1 if self.finite_only else self.infinity - 1
        return float(self._decode_float(np.array([below], self.dtype))[0])

    def _decode_float(self, bits):
        magnitude = bits.astype(np.int64) & ((1 << self.bits - 1) - 1)
        fraction = magnitude & ((1 << self.mantissa) - 1)
        field = magnitude >> self.mantissa
        significand = np.where(field == 0, fraction, fraction | 1 << self.mantissa)
        scale = np.maximum(field, 1) - self.bias - self.mantissa
        numbers = np.ldexp(significand.astype(np.float64), scale.astype(np.int32))
        if not self.finite_only:
            numbers = np.where(magnitude == self.infinity, np.inf, numbers)
        numbers = np.where(self.is_nan(bits), np.nan, numbers)
        return np.where(bits >> self.bits - 1 != 0, -numbers, numbers)

    def is_nan(self, bits):
        magnitude = bits.astype(np.int64) & ((1 << self.bits - 1) - 1)
        if self.finite_only:
            return magnitude == self.nan
        return magnitude > self.infinity

    def _encode_float(self, numbers):
        size = np.abs(np.where(np.isfinite(numbers), numbers, 0))
        # numbers = m * 2^e, m in [0.5, 1): the last place is worth 2^place.
        exponent = np.where(size == 0, -2000, np.frexp(size)[1]).astype(np.int64)
        place = np.maximum(exponent - 1, 1 - self.bias) - self.mantissa
        last = np.rint(np.ldexp(size, (-place).astype(np.int32))).astype(np.int64)
        # Rounding up to a power of two carries into the exponent by itself.
        field = place + self.mantissa + self.bias - 1
        code = (field << self.mantissa) + last
        overflow = np.isinf(numbers) | (code >= (
            self.nan if self.finite_only else self.infinity))
        code = np.where(overflow, self.nan if self.finite_only else self.infinity,
                        code)
        code = code | np.signbit(numbers).astype(np.int64) << self.bits - 1
        is_nan = np.isnan(numbers) | (overflow & self.finite_only)
        return np.where(is_nan, self.nan, code).astype(self.dtype)
