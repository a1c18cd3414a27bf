//===- Random.td - random records -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of test/Selection/Inputs/random_records.py: all programs run in the probe's build
// with these records added, and are right. More of them, and others each time:
// test/Selection/random-records-full.test.
//
//===----------------------------------------------------------------------===//

include "Isa/TileContract.td"
include "Isa/TileConvert.td"
include "Isa/TileElementwise.td"
include "Isa/TileMemory.td"

def RndFmtE3M4 : FloatFormat<"f8E3M4", 3, 4, 10> { let Suffix = "e3m4"; }
def RndTE3M4 : TileOperand<RndFmtE3M4>;

// | op6 | td5 | ta5 | tb5 | tc5 | q2 | fn4 |
class Rnd<bits<6> op, bits<4> fn, string baseMnemonic, dag outs, dag ins, string args, Timing time, dag semantics>
    : TileInst<baseMnemonic, "", outs, ins, args, time, semantics> {
  bits<5> td = !if(IsOperand<outs, ins, "td">.R, ?, 0b00000);
  bits<5> ta = !if(IsOperand<outs, ins, "ta">.R, ?, 0b00000);
  bits<5> tb = !if(IsOperand<outs, ins, "tb">.R, ?, 0b00000);
  bits<5> tc = !if(IsOperand<outs, ins, "tc">.R, ?, 0b00000);
  bits<2> q  = !if(IsOperand<outs, ins, "q">.R, ?, 0b00);
  let Op = op;
  let Inst{25-21} = td; let Inst{20-16} = ta; let Inst{15-11} = tb; let Inst{10-6} = tc;
  let Inst{5-4} = q; let Inst{3-0} = fn;
}

def RND11X1 : Rnd<OpVariant.Values[2], 0, "rnd11x1", (outs TF32:$td), (ins TF32:$ta, TF32:$tb), "$td, $ta, $tb", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Sub $tb, $ta)> {
  let Predicates = [HasTiles];
}
def RND11X9 : Rnd<OpVariant.Values[2], 1, "rnd11x9", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Add $ta, $ta)> {
  let Predicates = [HasTiles];
}
def RND11X22 : Rnd<OpVariant.Values[2], 2, "rnd11x22", (outs TF32:$td), (ins XReg:$ta, XReg:$tb), "$td, $ta, $tb", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Cast FmtF32, (Load FmtF16, $ta, 0, $tb))> {
  let Predicates = [HasTiles]; let mayLoad = 1;
}
def RND12X30 : Rnd<OpVariant.Values[2], 3, "rnd12x30", (outs TF16:$td), (ins TF16:$c, TF32:$ta, ColumnBlock:$q), "$td, $ta, $q", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Insert $q, (Cast FmtF16, $ta), $c)> {
  let Predicates = [HasTiles]; let Constraints = "$td = $c";
}
def RND12X25 : Rnd<OpVariant.Values[2], 4, "rnd12x25", (outs TF32:$td), (ins XReg:$ta, XReg:$tb), "$td, $ta, $tb", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Cast FmtF32, (Load FmtU8, $ta, 0, $tb))> {
  let Predicates = [HasTiles]; let mayLoad = 1;
}
def RND13X16 : Rnd<OpVariant.Values[2], 5, "rnd13x16", (outs), (ins TI32:$td, XReg:$ta, XReg:$tb), "$td, $ta, $tb", TimeStore, (Store $td, $ta, 0, $tb)> {
  let Predicates = [HasTiles]; let mayStore = 1;
}
def RND13X19 : Rnd<OpVariant.Values[2], 6, "rnd13x19", (outs TBF16:$td), (ins TBF16:$c, TF32:$ta, ColumnBlock:$q), "$td, $ta, $q", TimeEw, (Insert $q, (Cast FmtBF16, $ta), $c)> {
  let Predicates = [HasTiles]; let Constraints = "$td = $c";
}
def RND13X12 : Rnd<OpVariant.Values[2], 7, "rnd13x12", (outs), (ins TF32:$td, XReg:$ta, XReg:$tb), "$td, $ta, $tb", TimeStore, (Store (Exp $td), $ta, 0, $tb)> {
  let Predicates = [HasTiles]; let mayStore = 1;
}
def RND13X36 : Rnd<OpVariant.Values[2], 8, "rnd13x36", (outs), (ins TF16:$td, XReg:$ta, XReg:$tb), "$td, $ta, $tb", TimeStore, (Store $td, $ta, 0, $tb)> {
  let Predicates = [HasTiles]; let mayStore = 1;
}
def RND14X44 : Rnd<OpVariant.Values[2], 9, "rnd14x44", (outs TF32:$td), (ins XReg:$ta, XReg:$tb), "$td, $ta, $tb", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Cast FmtF32, (Load FmtI8, $ta, 0, $tb))> {
  let Predicates = [HasTiles]; let mayLoad = 1;
}
def RND14X27 : Rnd<OpVariant.Values[2], 10, "rnd14x27", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeSfu, (Reduce Mul, "ik->ij", $ta)> {
  let Predicates = [HasTiles];
}
def RND12X42 : Rnd<OpVariant.Values[2], 11, "rnd12x42", (outs TI32:$td), (ins TI32:$ta, TI32:$tb, TI32:$tc), "$td, $ta, $tb, $tc", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Select (Eq $ta, $tb), $ta, $tc)> {
  let Predicates = [HasTiles];
}
def RND13X13 : Rnd<OpVariant.Values[2], 12, "rnd13x13", (outs TF32:$td), (ins RndTE3M4:$ta, ColumnBlock:$q), "$td, $ta, $q", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Cast FmtF32, (Part $q, $ta))> {
  let Predicates = [HasTiles];
}
def RND12X4 : Rnd<OpVariant.Values[2], 13, "rnd12x4", (outs TI8:$td), (ins TI8:$ta, TI8:$tb), "$td, $ta, $tb", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Xor $tb, $ta)> {
  let Predicates = [HasTiles];
}
def RND14X8 : Rnd<OpVariant.Values[2], 14, "rnd14x8", (outs TF16:$td), (ins TF16:$ta, TF16:$tb), "$td, $ta, $tb", TimeSfu, (Add $ta, $tb)> {
  let Predicates = [HasTiles];
}
def RND13X27 : Rnd<OpVariant.Values[2], 15, "rnd13x27", (outs TI32:$td), (ins TI32:$c, TU8:$ta, TU8:$tb), "$td, $ta, $tb", TimeMma, (Add $c, (Mul (Contract "ik,jk->ij", 0, $ta, (Leading $tb)), 7))> {
  let Predicates = [HasTiles, HasTallTiles]; let Constraints = "$td = $c";
}
def RND11X35 : Rnd<OpVariant.Values[3], 0, "rnd11x35", (outs TF16:$td), (ins TF16:$ta), "$td, $ta", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Reduce Max, "ik->ij", $ta)> {
  let Predicates = [HasTiles];
}
def RND13X9 : Rnd<OpVariant.Values[3], 1, "rnd13x9", (outs TBF16:$td), (ins TBF16:$ta), "$td, $ta", Timing<PipeEW, (Cycles 1), (Cycles 2)>, (Reduce Add, "ik->ij", (Mul $ta, $ta))> {
  let Predicates = [HasTiles];
}
