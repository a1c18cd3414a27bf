//===- RowSumExp.td - a fused reduction -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

// The sum of e^x over each row, broadcast to all elements of the row.
def TREXP_F32 : Tile1<27, "trexp", TF32, (Reduce Add, "ik->ij", (Exp $ta))>;
