//===- Step.td - an immediate in the semantics ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

def Step : Immediate<3, 1>;
foreach t = [TI32, TF32] in
def TSTEP_#!toupper(t.Fmt.Suffix)
    : InstT<OpTileUnary.Value, 26, t.Fmt, "tstep", "." # t.Fmt.Suffix, (outs t:$td), (ins t:$ta, Step:$n), "$td, $ta, $n",
            TimeEw, (Add $ta, (Splat t.Fmt, $n))> {
  bits<3> n; let tb{4-3} = 0; let tb{2-0} = n;
}
