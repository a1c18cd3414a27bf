// The simulator's decoder: fixed bits and fields from the encoding.
// RUN: split-file %s %t
// RUN: matrix-tblgen -gen-sim-opcodes %td_flags %t/good.td | FileCheck %t/good.td --check-prefix=OPCODES
// RUN: matrix-tblgen -gen-sim-decoder %td_flags %t/good.td | FileCheck %t/good.td
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td

//--- good.td
include "Matrix.td"

def TNEW : Tile1<29, "tnew", TF32, (Exp $ta)>;

// OPCODES: OP(TNEW)
// CHECK: {"tnew.f32", "tnew.f32 $td, $ta", 0xfc00ffffu, 0xcc000740u,

//--- many.td
include "Matrix.td"
def ImmOne : Immediate<1>;
// CHECK: many.td:[[#@LINE+2]]:5: error: too many operands: $d is register
// CHECK: many.td:[[#@LINE+1]]:5: note: an instruction has at most 5 registers and 3 immediates
def TMANY : TileInst<"tmany", "", (outs TF32:$td), (ins TF32:$ta, ImmOne:$a, ImmOne:$b, ImmOne:$c, ImmOne:$d),
                     "$td, $ta, $a, $b, $c, $d", TimeEw, (Exp $ta)> {
  bits<5> td; bits<5> ta; bits<1> a; bits<1> b; bits<1> c; bits<1> d;
  let Op = 0x2F;
  let Inst{25-21} = td; let Inst{20-16} = ta;
  let Inst{15} = a; let Inst{14} = b; let Inst{13} = c; let Inst{12} = d; let Inst{11-0} = 0;
}
