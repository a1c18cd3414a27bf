//===- UnsignedBytes.td - a contraction of other types --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileContract.td"

def TMMAU_I32_U8 : Mma<10, "tmmau", TI32, TU8, TU8, (Contract RowByRow, $c, $ta, (Leading $tb))>;
