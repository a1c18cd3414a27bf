// Invalid semantics: the cause and the correction, at the record.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/operand.td 2>&1 | FileCheck %t/operand.td
// RUN: not matrix-tblgen -check-description %td_flags %t/output.td 2>&1 | FileCheck %t/output.td
// RUN: not matrix-tblgen -check-description %td_flags %t/format.td 2>&1 | FileCheck %t/format.td
// RUN: not matrix-tblgen -check-description %td_flags %t/result.td 2>&1 | FileCheck %t/result.td
// RUN: not matrix-tblgen -check-description %td_flags %t/arity.td 2>&1 | FileCheck %t/arity.td
// RUN: not matrix-tblgen -check-description %td_flags %t/number.td 2>&1 | FileCheck %t/number.td
// RUN: not matrix-tblgen -check-description %td_flags %t/operator.td 2>&1 | FileCheck %t/operator.td
// RUN: not matrix-tblgen -check-description %td_flags %t/integers.td 2>&1 | FileCheck %t/integers.td
// RUN: not matrix-tblgen -check-description %td_flags %t/indices.td 2>&1 | FileCheck %t/indices.td
// RUN: not matrix-tblgen -check-description %td_flags %t/extent.td 2>&1 | FileCheck %t/extent.td
// RUN: not matrix-tblgen -check-description %td_flags %t/block.td 2>&1 | FileCheck %t/block.td
// RUN: not matrix-tblgen -check-description %td_flags %t/scalar.td 2>&1 | FileCheck %t/scalar.td
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/element.td 2>&1 | FileCheck %t/element.td
// RUN: not matrix-tblgen -check-description %td_flags %t/wide.td 2>&1 | FileCheck %t/wide.td
// RUN: not matrix-tblgen -check-description %td_flags %t/fraction.td 2>&1 | FileCheck %t/fraction.td
// RUN: not matrix-tblgen -check-description %td_flags %t/reduction.td 2>&1 | FileCheck %t/reduction.td
// RUN: not matrix-tblgen -check-description %td_flags %t/infinite.td 2>&1 | FileCheck %t/infinite.td
// RUN: not matrix-tblgen -check-description %td_flags %t/results.td 2>&1 | FileCheck %t/results.td
// RUN: not matrix-tblgen -check-description %td_flags %t/leading.td 2>&1 | FileCheck %t/leading.td
// RUN: not matrix-tblgen -check-description %td_flags %t/steps.td 2>&1 | FileCheck %t/steps.td

//--- operand.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Exp $tx)>;
// CHECK: operand.td:2:5: error: the semantics name $tx, which is not an operand of this instruction
// CHECK: operand.td:2:5: note: operands are what (outs ...) and (ins ...) name

//--- output.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Exp $td)>;
// CHECK: output.td:2:5: error: the semantics read $td, which is an output
// CHECK: output.td:2:5: note: name the input that is tied to it

//--- format.td
include "Matrix.td"
def BAD : InstT<0x32, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta, TBF16:$tb), "$td, $ta, $tb", TimeEw, (Add $ta, $tb)>;
// CHECK: format.td:2:5: error: Add: operands have formats FmtF32 and FmtBF16
// CHECK: format.td:2:5: note: convert one with Cast

//--- result.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Cast FmtI32, $ta)>;
// CHECK: result.td:2:5: error: Cast: the semantics have format FmtI32, $td has FmtF32
// CHECK: result.td:2:5: note: convert it with (Cast FmtF32, x)

//--- arity.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Add $ta)>;
// CHECK: arity.td:2:5: error: Add expects 2 operands, but got 1
// CHECK: arity.td:2:5: note: td/Common/Operators.td defines the operands of operators

//--- number.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Mul $ta, "1.5x")>;
// CHECK: number.td:2:5: error: not a number: '1.5x'
// CHECK: number.td:2:5: note: floats are written "0.5"

//--- infinite.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Mul $ta, "1e400")>;
def BAD2 : Tile1<30, "tbad2", TF32, (Mul $ta, "nan")>;
def BAD3 : Tile1<29, "tbad3", TF32, (Mul $ta, "1e-50")>;
// CHECK: infinite.td:2:5: error: '1e400' is not a finite number
// CHECK: infinite.td:2:5: note: give one that the format has
// CHECK: infinite.td:3:5: error: 'nan' is not a finite number
// CHECK: infinite.td:4:5: error: Number: 1e-50 does not fit FmtF32, whose smallest number is 1.40129846e-45
// CHECK: infinite.td:4:5: note: write 0

//--- operator.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (ins $ta)>;
// CHECK: operator.td:2:5: error: 'ins' is not an operator of semantics
// CHECK: operator.td:2:5: note: td/Common/Operators.td has them

//--- integers.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TI32, (Exp $ta)>;
// CHECK: integers.td:2:5: error: Exp: not defined on integers
// CHECK: integers.td:2:5: note: convert the operand with Cast

//--- indices.td
include "Matrix.td"
def BAD : Mma<31, "tbad", TF32, TF32, TF32, (Contract "ikjk", $c, $ta, $tb)>;
// CHECK: indices.td:2:5: error: Contract: indices must look like "ik,jk->ij", not "ikjk"
// CHECK: indices.td:2:5: note: td/Common/Operators.td defines the operands of operators

//--- extent.td
include "Matrix.td"
def BAD : Mma<31, "tbad", TF32, TBF16, TBF16, (Contract "ik,kj->ij", $c, $ta, $tb)>;
// CHECK: extent.td:2:5: error: Contract: extent of 'k' differs between operands: {{[0-9]+ and [0-9]+ in Tiles[0-9]+x[0-9]+$}}
// CHECK: extent.td:2:5: note: check the letters and the formats

//--- block.td
include "Matrix.td"
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TBF16:$ta), "$td, $ta", TimeEw, (Cast FmtF32, (Part 2, $ta))>;
// CHECK: block.td:2:5: error: Part: column block 2 of 2
// CHECK: block.td:2:5: note: count from 0

//--- scalar.td
include "Matrix.td"
def BAD : InstT<0x35, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta, SReg:$tb), "$td, $ta, $tb", TimeEw, (Add $ta, $tb)>;
// CHECK: scalar.td:2:5: error: Add: operand 2 has no elements
// CHECK: scalar.td:2:5: note: wrap a scalar in (Splat F, $x)

//--- many.td
include "Matrix.td"
def BADLOAD : InstTM<0, "tbada", "", (outs TAny32:$td), (ins XReg:$ra, TileOffset:$imm, XReg:$rb), "$td, ${imm}(${ra}), $rb", TimeLoad, (Load $ra, $imm, $rb)> {
  let Op = 0x37;
}
def BADPURE : Tile1<31, "tbadb", TF32, (Exp $ta)> {
  let mayStore = 1;
}
def BADSIGN : Tile2<30, "tbadc", TU8, (Max $ta, $tb)>;
def BADUNUSED : Tile2<29, "tbadd", TF32, (Exp $ta)>;
// CHECK: many.td:2:5: error: the semantics load, but mayLoad is 0
// CHECK: many.td:2:5: note: let mayLoad = 1
// CHECK: many.td:6:7: error: mayStore is 1, but the semantics have no Store
// CHECK: many.td:6:7: note: let mayStore = 0
// CHECK: many.td:8:5: error: Max takes elements of FmtU8 for signed numbers
// CHECK: many.td:8:5: note: use MaxU
// CHECK: many.td:9:5: error: operand $tb is not used by the semantics
// CHECK: many.td:9:5: note: use it, or remove it from the instruction

//--- element.td
include "Matrix.td"
def BAD : TileMisc<31, FmtF32, "tbad", "", (outs XReg:$td), (ins TF32:$ta, XReg:$tb), "$td, $ta, $tb", (Element $ta, $tb)>;
// CHECK: element.td:2:5: error: Element: $td is a scalar register
// CHECK: element.td:2:5: note: give it an Element, of integers in a general register, of f32 in a floating-point one

//--- wide.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TI8, (Add $ta, 300)>;
// CHECK: wide.td:2:5: error: Number: 300 does not fit FmtI8
// CHECK: wide.td:2:5: note: convert the tile with Cast to a wider format

//--- fraction.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TI32, (Mul $ta, "0.5")>;
// CHECK: fraction.td:2:5: error: Number: 0.5 is not an integer, its format is FmtI32
// CHECK: fraction.td:2:5: note: convert the tile with (Cast FmtF32, x)

//--- reduction.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Reduce Sub, "ik->ij", $ta)>;
// CHECK: reduction.td:2:5: error: Sub: a reduction by an operator whose operands cannot be swapped
// CHECK: reduction.td:2:5: note: reduce by Add, Mul, Max, Min, And, Or, Xor

//--- results.td
include "Matrix.td"
def BAD : InstT<0x33, 31, FmtF32, "tbad", "", (outs TF32:$td, TF32:$tb), (ins TF32:$ta), "$td, $tb, $ta", TimeEw, (Sin $ta)>;
// CHECK: results.td:2:5: error: 2 results
// CHECK: results.td:2:5: note: a tile instruction gives one: split it into two instructions

//--- leading.td
include "Matrix.td"
def Tiles8x64 : TileGeometry<8, 64>;
def Flat : FamilyVariant<"flat", Tiles8x64, 8, 1, !shl(1, 20)>;
let Predicates = [HasTiles] in
def BAD : Mma<31, "tbad", TF32, TBF16, TBF16, (Contract RowByRow, $c, $ta, (Leading $tb))>;
// CHECK: leading.td:5:5: error: Leading: a tile of Tiles8x64 has 8 rows, but its first 16 are required
// CHECK: leading.td:5:5: note: add HasTallTiles to its Predicates, which leaves it out of variants with such tiles

//--- steps.td
include "Matrix.td"
def Steps : Immediate<5, 0, 2>;
def BAD : InstT<0x33, 31, FmtI32, "tbad", "", (outs TI32:$td), (ins TI32:$ta, Steps:$n), "$td, $ta, $n", TimeEw,
                (Add $ta, (Splat FmtI32, $n))> { bits<5> n; let tb = n; }
// CHECK: steps.td:3:5: error: Splat: computes with an immediate in steps of 4
// CHECK: steps.td:3:5: note: give it no shift, and multiply it in the semantics
