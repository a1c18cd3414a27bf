// Instructions without a valid dialect operation, and an engine without transfers that
// handwritten operations start: one error each.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -gen-selection-tables %td_flags %t/mnemonic.td 2>&1 | FileCheck %t/mnemonic.td
// RUN: not matrix-tblgen -gen-selection-tables %td_flags %t/mnemonic.td 2>&1 | FileCheck %t/mnemonic.td
// RUN: not matrix-tblgen -gen-selection-tables %td_flags %t/outputs.td 2>&1 | FileCheck %t/outputs.td
// RUN: not matrix-tblgen -gen-selection-tables %td_flags %t/scalar.td 2>&1 | FileCheck %t/scalar.td
// RUN: not matrix-tblgen -gen-op-classes %td_flags %t/class.td 2>&1 | FileCheck %t/class.td
// RUN: not matrix-tblgen -gen-op-classes %td_flags %t/operands.td 2>&1 | FileCheck %t/operands.td
// RUN: not matrix-tblgen -check-description %td_flags %t/kinds.td 2>&1 | FileCheck %t/kinds.td

//--- mnemonic.td
include "Matrix.td"
// CHECK: mnemonic.td:[[#@LINE+2]]:5: error: TADD_Z has other operands than TADD_F32, which has the same base mnemonic
// CHECK: mnemonic.td:[[#@LINE+1]]:5: note: give it a base mnemonic of its own
def TADD_Z : Tile1<31, "tadd", TF32, (Add $ta, $ta)>;

//--- outputs.td
include "Matrix.td"
// CHECK: outputs.td:[[#@LINE+2]]:5: error: the output of a tile instruction must be a tile, a general or an f32 register
// CHECK: outputs.td:[[#@LINE+1]]:5: note: use a TileOperand, XReg or SReg
def TXGET : TileMisc<31, FmtF32, "txget", "", (outs DReg:$td), (ins TF32:$ta), "$td, $ta", (At "ij", $ta)>;

//--- scalar.td
include "Matrix.td"
// CHECK: scalar.td:[[#@LINE+2]]:5: error: operand $tb of a tile instruction must be a tile, a general or f32 register or an immediate
// CHECK: scalar.td:[[#@LINE+1]]:5: note: use a TileOperand, XReg, SReg or Immediate
def TXD : TileMisc<31, FmtF32, "txd", "", (outs TF32:$td), (ins TF32:$ta, FPR64:$tb), "$td, $ta, $tb", (Exp $ta)>;

//--- class.td
include "Matrix.td"
// CHECK: error: the operations 't_add' and 'tAdd' have the same C++ class, TAddOp
// CHECK: note: rename one
def TNEW1_F32 : Tile1<29, "tAdd", TF32, (Add $ta, $ta)>;
def TNEW2_F32 : Tile1<30, "t_add", TF32, (Mul $ta, $ta)>;

//--- operands.td
include "Matrix.td"
// CHECK: error: two operands have the same name in C++, ta
// CHECK: note: rename one
def TNEW_F32 : InstT<0x33, 29, FmtF32, "tnew", ".f32", (outs TF32:$td), (ins TF32:$Ta, TF32:$ta), "$td, $ta", TimeEw,
                     (Mul $Ta, $ta)> {
  let Constraints = "$td = $Ta";
}

//--- kinds.td
include "Matrix.td"
// CHECK: kinds.td:[[#@LINE+2]]:5: error: all DMA engines must share one descriptor layout
// CHECK: kinds.td:[[#@LINE+1]]:5: note: give them the same Kinds
def Loads : DmaEngine<64, FamilyDma.Fields, [], FamilyDma.Flags>;
