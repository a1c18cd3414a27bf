//===- SelectGreater.td - a comparison fused with a selection -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Isa/TileElementwise.td"

def OpTile4 : Opcode<0x37, "", "elementwise, three tiles">;
// | op6 | td5 | ta5 | tb5 | tc5 | fn6 |
class Tile4<bits<6> fn, string baseMnemonic, TileOperand t, dag semantics>
    : TileInst<baseMnemonic, "." # t.Fmt.Suffix, (outs t:$td), (ins t:$ta, t:$tb, t:$tc), "$td, $ta, $tb, $tc", TimeEw, semantics> {
  bits<5> td; bits<5> ta; bits<5> tb; bits<5> tc;
  let Op = OpTile4.Value;
  let Inst{25-21} = td; let Inst{20-16} = ta; let Inst{15-11} = tb; let Inst{10-6} = tc; let Inst{5-0} = fn;
}
def TSELGT_F32 : Tile4<0, "tselgt", TF32, (Select (Gt $ta, $tb), $ta, $tc)>;
