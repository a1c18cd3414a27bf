//===- Isa/TileMisc.td - constants, moves, masks --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zero tiles, moves, broadcasts, index tiles, masks, and elements of a tile in
// scalar registers. Instructions that only move bits have operands of
// uninterpreted format, so that one record serves several element types.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TILEMISC_TD
#define MATRIX_ISA_TILEMISC_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Common/Roles.td"
include "Isa/Timing.td"

class TileMisc<bits<5> fn, Format ty, string baseMnemonic, string suffix, dag outs, dag ins, string args, dag semantics,
               Timing time = TimeEw>
    : InstT<OpTileMisc.Value, fn, ty, baseMnemonic, suffix, outs, ins, args, time, semantics>;

let Roles = [RoleTileZero], isReMaterializable = 1, isAsCheapAsAMove = 1 in
def TZERO : TileMisc<0, FmtF32, "tzero", "", (outs TAny32:$td), (ins), "$td", (Splat FmtAny32, 0), TimeZero>;
let Roles = [RoleTileMove] in
def TMOV : TileMisc<1, FmtF32, "tmov", "", (outs TAny32:$td), (ins TAny32:$ta), "$td, $ta", (At "ij", $ta)>;

// Broadcasts the low bits of a general register, or an f32 register.
foreach t = [TAny8, TAny16, TI32] in
  def TSPLAT_#!toupper(!if(!eq(t.Fmt.Bits, 32), "w", t.Fmt.Suffix))
      : TileMisc<2, t.Fmt, "tsplat", "." # !if(!eq(t.Fmt.Bits, 32), "w", t.Fmt.Suffix),
                 (outs t:$td), (ins XReg:$tb), "$td, $tb", (Splat t.Fmt, $tb)>;
def TSPLATF : TileMisc<3, FmtF32, "tsplatf", "", (outs TF32:$td), (ins SReg:$tb), "$td, $tb", (Splat FmtF32, $tb)>;

// The row (.r) or column (.c) index plus tb.
def TIOTA_R : TileMisc<4, FmtF32, "tiota", ".r", (outs TI32:$td), (ins XReg:$tb), "$td, $tb", (Iota FmtI32, "i", $tb)>;
def TIOTA_C : TileMisc<4, FmtI32, "tiota", ".c", (outs TI32:$td), (ins XReg:$tb), "$td, $tb", (Iota FmtI32, "j", $tb)>;

// Rows (columns) from tb on keep td, the preceding ones are ta's.
class TileMask<bits<5> fn, string baseMnemonic, string suffix, TileOperand t, dag mask>
    : TileMisc<fn, t.Fmt, baseMnemonic, suffix, (outs t:$td), (ins t:$c, t:$ta, XReg:$tb), "$td, $ta, $tb",
               (Select mask, $ta, $c)> {
  let Constraints = "$td = $c";
}
def TMASKR : TileMask<5, "tmaskr", "", TAny32, (Mask $tb, ?)>;
foreach t = [TAny8, TAny16, TAny32] in
  def TMASKC_#!toupper(t.Fmt.Suffix) : TileMask<6, "tmaskc", "." # t.Fmt.Suffix, t, (Mask ?, $tb)>;

// Element number tb in row-major order; reads the result of a full reduction.
foreach t = [TF32, TI32] in
  def TGET_#!toupper(t.Fmt.Suffix)
      : TileMisc<7, t.Fmt, "tget", "." # t.Fmt.Suffix,
                 !if(t.Fmt.Float, (outs SReg:$td), (outs XReg:$td)), (ins t:$ta, XReg:$tb),
                 "$td, $ta, $tb", (Element $ta, $tb), TimeGet>;

#endif // MATRIX_ISA_TILEMISC_TD
