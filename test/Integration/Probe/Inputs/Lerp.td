//===- Lerp.td - an elementwise fused instruction -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

// td + ta * (tb - td)
def TLERP_F32 : Tile3<20, "tlerp", ".f32", TF32, TF32, TF32, (ins TF32:$ta, TF32:$tb), "$td, $ta, $tb",
                      (Add $c, (Mul $ta, (Sub $tb, $c)))>;
