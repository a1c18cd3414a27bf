//===- SumOfThree.td - a scalar instruction -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/ScalarInteger.td"

def OpIntegerSum : Opcode<0x0E, "InstR4", "sum of three integers">;
def ADDTHREE : InstR4<OpIntegerSum.Value, 0, "addthree", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb, XReg:$rc),
                      "$rd, $ra, $rb, $rc", TimeAlu> {
  let Pattern = [(set XReg:$rd, (add (add XReg:$ra, XReg:$rb), XReg:$rc))];
}
