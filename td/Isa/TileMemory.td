//===- Isa/TileMemory.td - tile loads and stores --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All addresses are in the core's own scratchpad; the required alignment is that of
// the element. TM format; `imm9` counts tile rows (RB bytes) in tld and tst; in the
// others its upper bits select the instruction:
//
//   tld   fn 0           imm9 = signed offset
//   tst   fn 1           imm9 = signed offset
//   tstb  fn 2           imm9 = | es2 = 0,1 | q2 | 0 |
//   tstc  fn 2           imm9 = | 3 | unsigned offset7 |    contiguous rows
//   tldt  fn 3           imm9 = | es2 = 0,1,2 | 0 |
//   tldc  fn 3           imm9 = | 3 | unsigned offset7 |    contiguous rows
//
// tldc and tstc serve register spilling: they need no stride register.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TILEMEMORY_TD
#define MATRIX_ISA_TILEMEMORY_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Common/Roles.td"
include "Isa/Timing.td"

let mayLoad = 1 in {
// rb = r0: row broadcast.
def TLD : InstTM<0, "tld", "", (outs TAny32:$td), (ins XReg:$ra, TileOffset:$imm, XReg:$rb),
                 "$td, ${imm}(${ra}), $rb", TimeLoad, (Load $ra, $imm, $rb)>;
let Roles = [RoleTileLoadFrame] in
def TLDC : InstTM<3, "tldc", "", (outs TAny32:$td), (ins XReg:$ra, TileOffset7:$offset),
                  "$td, ${offset}(${ra})", TimeLoad, (Load $ra, $offset, RowBytes)> {
  bits<7> offset; let imm{8-7} = 3; let imm{6-0} = offset;
}

// td[i][k] = element at ra + k*rb + i*size; rb = r0: column broadcast.
foreach s = [[0, 1], [1, 2], [2, 4]] in {
  defvar operand = !cast<TileOperand>("TAny" # !mul(8, s[1]));
  def TLDT_#!toupper(operand.Fmt.Suffix)
      : InstTM<3, "tldt", "." # operand.Fmt.Suffix, (outs operand:$td), (ins XReg:$ra, XReg:$rb),
               "$td, (${ra}), $rb", TimeLoadTransposed<s[1]>, (At "ji", (Load $ra, 0, $rb))> {
    let imm{8-7} = s[0];
  }
}
} // mayLoad

let mayStore = 1 in {
def TST : InstTM<1, "tst", "", (outs), (ins TAny32:$td, XReg:$ra, TileOffset:$imm, XReg:$rb),
                 "$td, ${imm}(${ra}), $rb", TimeStore, (Store $td, $ra, $imm, $rb)>;
let Roles = [RoleTileStoreFrame] in
def TSTC : InstTM<2, "tstc", "", (outs), (ins TAny32:$td, XReg:$ra, TileOffset7:$offset),
                  "$td, ${offset}(${ra})", TimeStore, (Store $td, $ra, $offset, RowBytes)> {
  bits<7> offset; let imm{8-7} = 3; let imm{6-0} = offset;
}

// Stores column block q of each row: the edge of narrow outputs.
foreach s = [[0, 8], [1, 16]] in {
  defvar operand = !cast<TileOperand>("TAny" # s[1]);
  def TSTB_#!toupper(operand.Fmt.Suffix)
      : InstTM<2, "tstb", "." # operand.Fmt.Suffix, (outs),
               (ins operand:$td, ColumnBlock:$q, XReg:$ra, XReg:$rb),
               "$td, $q, (${ra}), $rb", TimeStore, (Store (Part $q, $td), $ra, 0, $rb)> {
    bits<2> q; let imm{8-7} = s[0]; let imm{6-5} = q;
  }
}
} // mayStore

#endif // MATRIX_ISA_TILEMEMORY_TD
