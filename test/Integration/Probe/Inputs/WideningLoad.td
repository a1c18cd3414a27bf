//===- WideningLoad.td - a strided load that converts ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileMemory.td"

// td[i][j] = the bf16 at ra + i*rb + 2*j
def TLDW_F32_BF16 : InstTM<2, "tldw", ".f32.bf16", (outs TF32:$td), (ins XReg:$ra, XReg:$rb), "$td, (${ra}), $rb",
                           TimeLoad, (Cast FmtF32, (Load FmtBF16, $ra, 0, $rb))> {
  let imm{8-7} = 2;
  let mayLoad = 1;
}
