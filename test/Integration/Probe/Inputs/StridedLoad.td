//===- StridedLoad.td - a load with a fixed distance of rows --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load that takes less time than others and is valid for few of them only.
//
//===----------------------------------------------------------------------===//

include "Isa/TileMemory.td"

let mayLoad = 1 in
def TLDS : InstTM<3, "tlds", "", (outs TAny32:$td), (ins XReg:$ra), "$td, (${ra})",
                  Timing<PipeLD, (Cycles 1), (Cycles 2)>, (Load $ra, 0, 1088)> {
  let imm{8-7} = 2;
  let imm{6-0} = 9;
}
