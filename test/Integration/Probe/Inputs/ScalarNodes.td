//===- ScalarNodes.td - scalar instructions that are one node -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/ScalarInteger.td"

def MIRROR : Integer1<OpInteger.Value, 201, "mirror", (bitreverse XReg:$ra)>;

// An LLVM node without an operator in td/.
def : NodeSemantics<avgflooru, "num::wrapAdd($0 & $1, (int64_t)((uint64_t)($0 ^ $1) >> 1))", "mean($0, $1)">;
def MEAN   : IntegerOp<202, "mean", avgflooru>;
