// Meanings that can't be: one error each, at the record.
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
// RUN: not matrix-tblgen -check-description %td_flags %t/effects.td 2>&1 | FileCheck %t/effects.td

//--- operand.td
include "Matrix.td"
// CHECK: operand.td:[[#@LINE+1]]:5: error: the meaning names $tx, which is no operand of this instruction
def BAD : Tile1<31, "tbad", TF32, (Exp $tx)>;

//--- output.td
include "Matrix.td"
// CHECK: output.td:[[#@LINE+1]]:5: error: the meaning reads $td, which is an output; name the input that is tied to it
def BAD : Tile1<31, "tbad", TF32, (Exp $td)>;

//--- format.td
include "Matrix.td"
// CHECK: format.td:[[#@LINE+1]]:5: error: Add: operands have formats FmtF32 and FmtBF16; convert one with Cast
def BAD : InstT<0x32, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta, TBF16:$tb), "$td, $ta, $tb", TimeEw, (Add $ta, $tb)>;

//--- result.td
include "Matrix.td"
// CHECK: result.td:[[#@LINE+1]]:5: error: Cast: the meaning has format FmtI32, $td has FmtF32
def BAD : Tile1<31, "tbad", TF32, (Cast FmtI32, $ta)>;

//--- arity.td
include "Matrix.td"
// CHECK: arity.td:[[#@LINE+1]]:5: error: Add takes 2 operands, here are 1
def BAD : Tile1<31, "tbad", TF32, (Add $ta)>;

//--- number.td
include "Matrix.td"
// CHECK: number.td:[[#@LINE+1]]:5: error: not a number: '1.5x'
def BAD : Tile1<31, "tbad", TF32, (Mul $ta, "1.5x")>;

//--- operator.td
include "Matrix.td"
// CHECK: operator.td:[[#@LINE+1]]:5: error: 'ins' is no operator of meanings (td/Schema/Operators.td has them)
def BAD : Tile1<31, "tbad", TF32, (ins $ta)>;

//--- integers.td
include "Matrix.td"
// CHECK: integers.td:[[#@LINE+1]]:5: error: Exp: not defined on integers
def BAD : Tile1<31, "tbad", TI32, (Exp $ta)>;

//--- indices.td
include "Matrix.td"
// CHECK: indices.td:[[#@LINE+1]]:5: error: Contract: indices must look like "ik,jk->ij", not "ikjk"
def BAD : Mma<31, "tbad", TF32, TF32, TF32, (Contract "ikjk", $c, $ta, $tb)>;

//--- extent.td
include "Matrix.td"
// CHECK: extent.td:[[#@LINE+1]]:5: error: Contract: extent of 'k' differs between operands
def BAD : Mma<31, "tbad", TF32, TBF16, TBF16, (Contract "ik,kj->ij", $c, $ta, $tb)>;

//--- block.td
include "Matrix.td"
// CHECK: block.td:[[#@LINE+1]]:5: error: Part: column block 2 of 2
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TBF16:$ta), "$td, $ta", TimeEw, (Cast FmtF32, (Part 2, $ta))>;

//--- scalar.td
include "Matrix.td"
// CHECK: scalar.td:[[#@LINE+1]]:5: error: Add: operand 2 has no elements; wrap a scalar in (Splat F, $x)
def BAD : InstT<0x35, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta, SReg:$tb), "$td, $ta, $tb", TimeEw, (Add $ta, $tb)>;

//--- effects.td
include "Matrix.td"
// CHECK: effects.td:[[#@LINE+2]]:5: error: the meaning loads, but mayLoad is 0
// CHECK: effects.td:[[#@LINE+1]]:5: note: let mayLoad = 1
def BAD : InstT<0x35, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins XReg:$ta), "$td, $ta", TimeEw, (Load $ta, 0, RowBytes)>;
