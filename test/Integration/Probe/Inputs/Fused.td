//===- Fused.td - two instructions that the project does not have ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Added to the probe's description (utils/probe). Compiler, assembler, simulator
// and tests derive their support from this file alone.
//
//===----------------------------------------------------------------------===//

include "Isa/TileContract.td"
include "Isa/TileElementwise.td"

// x * sigmoid(x), expressed by divide, exp and add.
def TSILU_F32 : Tile1<28, "tsilu", TF32, (Div $ta, (Add 1, (Exp (Sub "-0.0", $ta))))>;

// max(c + a b, 0)
def TMMAR_F32 : Mma<9, "tmmar", TF32, TF32, TF32, (Max (Contract RowByRow, $c, $ta, (Leading $tb)), 0)>;
