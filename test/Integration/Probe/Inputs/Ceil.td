//===- Ceil.td - an operator and its instruction --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

def Ceil : Elementwise<1, "math.ceil", "num::ceil($0)">;
def TCEIL_F32 : Tile1<30, "tceil", TF32, (Ceil $ta), TimeEw>;
