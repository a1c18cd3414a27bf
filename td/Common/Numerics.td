//===- Common/Numerics.td - functions of the simulator --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that the C++ of operators and of SelectionDAG nodes may call. Those
// of namespace num are defined in simulator/lib/Numerics/Numerics.h and
// ScalarNumerics.h, those of namespace undef in
// simulator/lib/Sanitizer/UndefinedBits.h; a test compares the lists.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_NUMERICS_TD
#define MATRIX_COMMON_NUMERICS_TD

include "Schema/Operator.td"

// Floats: f32, for scalar instructions also f64. canonical replaces any NaN by
// the quiet NaN; it wraps compiler builtins, as in
// num::canonical(__builtin_roundf($0)). In operators it wraps functions that keep
// the bits of a NaN as well.
def : NumericFunctions<"floats", 1, ["canonical", "abs", "floor", "ceil", "trunc", "roundeven", "sqrt", "rsqrt",
                                     "exp", "log", "tanh", "erf", "sin", "cos", "sigmoid"]>;
def : NumericFunctions<"floats", 2, ["add", "sub", "mul", "div", "maximum", "minimum", "maximumNumber",
                                     "minimumNumber"]>;
let KeepsNaN = 1 in
def : NumericFunctions<"floats", 2, ["copySign", "signXor"]>;
def : NumericFunctions<"floats", 3, ["fma"]>;

// 32-bit elements of tiles.
def : NumericFunctions<"int32", 1, ["absi"]>;
def : NumericFunctions<"int32", 2, ["addi", "subi", "muli", "maxs", "mins", "maxu", "minu", "shl", "shr", "sra",
                                    "roundShift"]>;

// 64-bit general registers, and conversions.
def : NumericFunctions<"int64", 1, ["leadingZeros", "trailingZeros", "popCount", "floatFromBits", "bitsFromFloat",
                                    "toInt64", "fromInt64", "toDouble", "toFloat", "fromF16", "fromBF16", "toF16",
                                    "toBF16", "bitCast"]>;
def : NumericFunctions<"int64", 2, ["wrapAdd", "wrapSub", "wrapMul", "mulHigh", "mulHighUnsigned", "divSigned",
                                    "remSigned", "divUnsigned", "remUnsigned", "signExtend"]>;

// Masks of undefined bits: arguments are values and their masks, in turn.
def : MaskFunctions<1, ["upwards", "any", "bits"]>;
def : MaskFunctions<2, ["shift"]>;
def : MaskFunctions<4, ["sum", "difference", "bitAnd", "bitOr", "equal", "ordered", "orderedSigned"]>;
def : MaskFunctions<6, ["select"]>;

#endif // MATRIX_COMMON_NUMERICS_TD
