//===- Common/Formats.td - element formats --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_FORMATS_TD
#define MATRIX_COMMON_FORMATS_TD

include "Schema/Format.td"

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

#endif // MATRIX_COMMON_FORMATS_TD
