//===- MultiplyAdd.td - a scalar instruction ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/ScalarInteger.td"

def OpIntegerFma : Opcode<0x0F, "InstR4", "integer multiply-add">;
def MADD : InstR4<OpIntegerFma.Value, 0, "madd", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb, XReg:$rc),
                  "$rd, $ra, $rb, $rc", TimeMul> {
  let Pattern = [(set XReg:$rd, (add (mul XReg:$ra, XReg:$rb), XReg:$rc))];
}
