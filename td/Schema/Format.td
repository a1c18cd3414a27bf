//===- Schema/Format.td - element formats of tiles ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format describes the storage of one element of a tile. Generators derive
// the MLIR type, the simulator's conversions and the number of columns from the
// fields; no generator lists formats by name. A float consists of the sign,
// exponent and mantissa from high to low bits, with the bias 2^(exponent bits -
// 1) - 1.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_FORMAT_TD
#define MATRIX_SCHEMA_FORMAT_TD

/// mlir:  MLIR element type as text; "*" for any type of that width.
/// width: width of one element of a tile in bits.
/// type:  value of the 4-bit field `ty` of instructions (docs/encodings.md).
class Format<string mlir, int width, bits<4> type> {
  string Mlir = mlir;
  int Bits = width;
  bits<4> Code = type;
  string Suffix = mlir;       // suffix in mnemonics
  bit Float = 0;
  bit Unsigned = 0;           // integers: narrow elements are zero-extended
  bit Any = 0;                // moves bits without interpretation
  int Exponent = 0;           // floats only
  int Mantissa = 0;           // floats only, without the implicit bit
  bit FiniteOnly = 0;         // no infinities; NaN is all ones; overflow gives NaN
}

class FloatFormat<string mlir, int exponent, int mantissa, bits<4> type>
    : Format<mlir, !add(1, exponent, mantissa), type> {
  let Float = 1;
  let Exponent = exponent;
  let Mantissa = mantissa;
}

class AnyFormat<int width, bits<4> type, string suffix> : Format<"*", width, type> {
  let Any = 1;
  let Suffix = suffix;
}

#endif // MATRIX_SCHEMA_FORMAT_TD
