//===- Common/Formats.td - element formats --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats of tile elements: width, encoding in instruction words, MLIR type,
// and for floats the sizes of exponent and mantissa. Conversions, assembly
// suffixes and types of the dialect follow from them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_FORMATS_TD
#define MATRIX_COMMON_FORMATS_TD

include "Schema/Format.td"

// All defs of TableGen share one namespace, hence the prefix Fmt.
def FmtF32  : FloatFormat<"f32",  exponent=8, mantissa=23, type=0>;
def FmtI32  : Format<"i32", width=32, type=1>;
def FmtBF16 : FloatFormat<"bf16", exponent=8, mantissa=7,  type=2>;
def FmtF16  : FloatFormat<"f16",  exponent=5, mantissa=10, type=3>;
def FmtI8   : Format<"i8", width=8, type=4>;
// MLIR integers are signless: u8 shares the type of i8 and differs in the
// operation that widens it (arith.extui instead of arith.extsi).
def FmtU8   : Format<"i8", width=8, type=5> { let Unsigned = 1; let Suffix = "u8"; }
// e4m3 has no infinities: overflow gives NaN. Overflow of e5m2 gives infinity.
def FmtE4M3 : FloatFormat<"f8E4M3FN", exponent=4, mantissa=3, type=6> { let FiniteOnly = 1; let Suffix = "e4m3"; }
def FmtE5M2 : FloatFormat<"f8E5M2",   exponent=5, mantissa=2, type=7> { let Suffix = "e5m2"; }
def FmtAny8  : AnyFormat<width=8,  type=4, suffix="b">;
def FmtAny16 : AnyFormat<width=16, type=2, suffix="h">;
def FmtAny32 : AnyFormat<width=32, type=0, suffix="w">;
// Result of comparisons within semantics; never the format of an operand.
def FmtI1   : Format<"i1", width=1, type=15>;

#endif // MATRIX_COMMON_FORMATS_TD
