//===- NarrowAdd.td - arithmetic on whole narrow tiles --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

// A format that is not in td/, with one instruction.
def FmtI16 : Format<"i16", 16, 8>;
def TI16 : TileOperand<FmtI16>;
def TADD_I16 : Tile2<0, "tadd", TI16, (Add $ta, $tb)>;

// The same rounding, expressed in two ways.
def TADD_BF16 : Tile2<0, "tadd", TBF16, (Add $ta, $tb)>;
def TMUL_BF16 : Tile2<2, "tmul", TBF16, (Cast FmtBF16, (Mul (Cast FmtF32, $ta), (Cast FmtF32, $tb)))>;
