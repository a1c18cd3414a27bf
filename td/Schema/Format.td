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
// fields; no generator lists formats by name.
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

// All defs of TableGen share one namespace, hence the prefix Fmt.
def FmtF32  : FloatFormat<"f32",  8, 23, 0>;
def FmtI32  : Format<"i32", 32, 1>;
def FmtBF16 : FloatFormat<"bf16", 8, 7,  2>;
def FmtF16  : FloatFormat<"f16",  5, 10, 3>;
def FmtI8   : Format<"i8", 8, 4>;
// MLIR integers are signless: u8 shares the type of i8 and differs in the
// operation that widens it (arith.extui instead of arith.extsi).
def FmtU8   : Format<"i8", 8, 5> { let Unsigned = 1; let Suffix = "u8"; }
// e4m3 has no infinities: overflow gives NaN. Overflow of e5m2 gives infinity.
def FmtE4M3 : FloatFormat<"f8E4M3FN", 4, 3, 6> { let FiniteOnly = 1; let Suffix = "e4m3"; }
def FmtE5M2 : FloatFormat<"f8E5M2",   5, 2, 7> { let Suffix = "e5m2"; }
def FmtAny8  : AnyFormat<8,  4, "b">;
def FmtAny16 : AnyFormat<16, 2, "h">;
def FmtAny32 : AnyFormat<32, 0, "w">;
// Result of comparisons within semantics; never the format of an operand.
def FmtI1   : Format<"i1", 1, 15>;

#endif // MATRIX_SCHEMA_FORMAT_TD
