// Encodings that can't be.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/overlap.td 2>&1 | FileCheck %t/overlap.td
// RUN: not matrix-tblgen -check-description %td_flags %t/narrow.td 2>&1 | FileCheck %t/narrow.td
// RUN: not matrix-tblgen -check-description %td_flags %t/missing.td 2>&1 | FileCheck %t/missing.td
// RUN: not matrix-tblgen -check-description %td_flags %t/stray.td 2>&1 | FileCheck %t/stray.td
// RUN: not matrix-tblgen -check-description %td_flags %t/mnemonic.td 2>&1 | FileCheck %t/mnemonic.td
// RUN: not matrix-tblgen -check-description %td_flags %t/role.td 2>&1 | FileCheck %t/role.td

//--- overlap.td
include "Matrix.td"
// CHECK: overlap.td:[[#@LINE+2]]:5: error: encoding of ZBAD overlaps that of TADD_F32 in variant base
// CHECK: overlap.td:[[#@LINE+1]]:5: note: some word is both; change an opcode, a function code or a fixed field
def ZBAD : Tile2<0, "tbad", TF32, (Sub $tb, $ta)>;

//--- narrow.td
include "Matrix.td"
def WideBlock : Immediate<3>;
// CHECK: narrow.td:[[#@LINE+1]]:5: error: operand $q has 3 bits, its field 2
def BAD : InstT<0x34, 31, FmtBF16, "tbad", "", (outs TF32:$td), (ins TBF16:$ta, WideBlock:$q), "$td, $ta, $q", TimeEw, (Cast FmtF32, (Part $q, $ta))>;

//--- missing.td
include "Matrix.td"
// CHECK: missing.td:[[#@LINE+1]]:5: error: operand $tx is not encoded: no bit of Inst belongs to it
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$tx), "$td, $tx", TimeEw, (Exp $tx)>;

//--- stray.td
include "Matrix.td"
// CHECK: stray.td:[[#@LINE+1]]:5: error: bit 11 of the encoding belongs to 'tz', which is no operand; fix it with `let tz = 0`
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Exp $ta)> {
  bits<5> tz; let tb = tz;
}

//--- mnemonic.td
include "Matrix.td"
// CHECK: mnemonic.td:[[#@LINE+1]]:5: error: mnemonic 'tadd.f32' is taken by TADD_F32 in variant base
def ZBAD : Tile2<31, "tadd", TF32, (Sub $ta, $tb)>;

//--- role.td
include "Matrix.td"
let Roles = [RoleTileZero] in
// CHECK: role.td:[[#@LINE+1]]:5: error: role RoleTileZero is held by TZERO too, in variant base
def ZBAD : TileMisc<31, FmtF32, "tbad", "", (outs TF32:$td), (ins), "$td", (Splat FmtF32, 0)>;
