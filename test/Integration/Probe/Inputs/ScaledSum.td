//===- ScaledSum.td - contractions whose sum is scaled --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileContract.td"

// c + 3 a b, c - a b
def TMMAS_I32_I8 : Mma<11, "tmmas", TI32, TI8, TI8, (Add $c, (Mul (Contract RowByRow, 0, $ta, (Leading $tb)), 3))>;
def TMMAN_I32_I8 : Mma<12, "tmman", TI32, TI8, TI8, (Sub $c, (Contract RowByRow, 0, $ta, (Leading $tb)))>;

// c + 0.5 a b, of each tile of depth: over several it rounds otherwise.
def TMMAS_F32_F32 : Mma<13, "tmmas", TF32, TF32, TF32, (Add $c, (Mul (Contract RowByRow, 0, $ta, (Leading $tb)), "0.5"))>;
