//===- SumSquares.td - a reduction fused with what it reduces -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

def TRSQ_F32 : Tile1<25, "trsq", TF32, (Reduce Add, "ik->ij", (Mul $ta, $ta)), TimeReduce>;
