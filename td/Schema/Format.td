//===- Schema/Format.td - element formats of a tile --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format says how one element of a tile is stored. Everything that a consumer
// needs (MLIR type, simulator conversion, number of columns) follows from the
// fields; no consumer lists formats by name.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_FORMAT_TD
#define MATRIX_SCHEMA_FORMAT_TD

/// mlir:  text of the MLIR element type; "*" for "any type of that many bits".
/// width: width in bits of one element as stored in a tile.
/// type:  value of the 4-bit `ty` field of tile instructions (docs/encodings.md).
class Format<string mlir, int width, bits<4> type> {
  string Mlir = mlir;
  int Bits = width;
  bits<4> Code = type;
  string Suffix = mlir;       // as it is written in mnemonics
  bit Float = 0;
  bit Unsigned = 0;           // integers only: how a narrow element is widened
  bit Any = 0;                // moves bits, whatever they mean
  int Exponent = 0;           // floats only
  int Mantissa = 0;           // floats only, without the hidden bit
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

// Records are prefixed with Fmt: all defs of TableGen share one namespace.
def FmtF32  : FloatFormat<"f32",  8, 23, 0>;
def FmtI32  : Format<"i32", 32, 1>;
def FmtBF16 : FloatFormat<"bf16", 8, 7,  2>;
def FmtF16  : FloatFormat<"f16",  5, 10, 3>;
def FmtI8   : Format<"i8", 8, 4>;
// MLIR has signless integers only, so u8 shares i8's type and differs in the
// operator that widens it (arith.extui instead of arith.extsi).
def FmtU8   : Format<"i8", 8, 5> { let Unsigned = 1; let Suffix = "u8"; }
// Overflow gives NaN in e4m3, which has no infinities, and infinity in e5m2.
def FmtE4M3 : FloatFormat<"f8E4M3FN", 4, 3, 6> { let FiniteOnly = 1; let Suffix = "e4m3"; }
def FmtE5M2 : FloatFormat<"f8E5M2",   5, 2, 7> { let Suffix = "e5m2"; }
def FmtAny8  : AnyFormat<8,  4, "b">;
def FmtAny16 : AnyFormat<16, 2, "h">;
def FmtAny32 : AnyFormat<32, 0, "w">;
// Truth values inside a meaning; never the format of an operand.
def FmtI1   : Format<"i1", 1, 15>;

#endif // MATRIX_SCHEMA_FORMAT_TD
