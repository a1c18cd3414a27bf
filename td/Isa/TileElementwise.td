//===- Isa/TileElementwise.td - binary, unary, compare, select ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise instructions on tiles with one, two or three operands, and
// reductions of rows and columns. Truth values are masks in i32 tiles; a
// selection reads the mask from the tile that it overwrites, since the format
// has three tile operands. Instructions on formats other than f32 require a
// feature of their own.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TILEELEMENTWISE_TD
#define MATRIX_ISA_TILEELEMENTWISE_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

class Tile2<bits<5> fn, string baseMnemonic, TileOperand t, dag semantics, Timing time = TimeEw>
    : InstT<OpTileBinary.Value, fn, t.Fmt, baseMnemonic, "." # t.Fmt.Suffix, (outs t:$td), (ins t:$ta, t:$tb),
            "$td, $ta, $tb", time, semantics> {
  let Predicates = ElementwiseOn<t.Fmt>.Needs;
}
/// td is read and written.
class Tile3<bits<5> fn, string baseMnemonic, string suffix, TileOperand t, TileOperand c, TileOperand a,
            dag more, string args, dag semantics>
    : InstT<OpTileBinary.Value, fn, a.Fmt, baseMnemonic, suffix, (outs t:$td), !con((ins c:$c), more), args,
            TimeEw, semantics> {
  let Constraints = "$td = $c";
  let Predicates = ElementwiseOn<a.Fmt>.Needs;
}

foreach t = [TF32, TI32] in {
  defvar S = !toupper(t.Fmt.Suffix);
  def TADD_#S : Tile2<0, "tadd", t, (Add $ta, $tb)>;
  def TSUB_#S : Tile2<1, "tsub", t, (Sub $ta, $tb)>;
  def TMUL_#S : Tile2<2, "tmul", t, (Mul $ta, $tb)>;
}
foreach t = [TF32, TI32, TBF16, TF16, TI8] in {
  defvar S = !toupper(t.Fmt.Suffix);
  def TMAX_#S : Tile2<3, "tmax", t, (Max $ta, $tb)>;
  def TMIN_#S : Tile2<4, "tmin", t, (Min $ta, $tb)>;
}
def TMAX_U8 : Tile2<3, "tmax", TU8, (MaxU $ta, $tb)>;
def TMIN_U8 : Tile2<4, "tmin", TU8, (MinU $ta, $tb)>;

def TFMA_F32 : Tile3<5, "tfma", ".f32", TF32, TF32, TF32, (ins TF32:$ta, TF32:$tb),
                     "$td, $ta, $tb", (Fma $ta, $tb, $c)>;

// Products of 8- and 16-bit elements are exact in 32 bits.
foreach p = [[TF32, TBF16], [TF32, TF16], [TI32, TI8], [TI32, TU8]] in {
  defvar W = p[0].Fmt;
  def TMACW_#!toupper(W.Suffix)#_#!toupper(p[1].Fmt.Suffix)
      : Tile3<6, "tmacw", "." # W.Suffix # "." # p[1].Fmt.Suffix, p[0], p[0], p[1],
              (ins p[1]:$ta, p[1]:$tb, ColumnBlock:$q), "$td, $ta, $tb, $q",
              (Add $c, (Mul (Cast W, (Part $q, $ta)), (Cast W, (Part $q, $tb))))>;
}

def TDIV_F32 : Tile2<7, "tdiv", TF32, (Div $ta, $tb), TimeSfu>;
def TAND_I32 : Tile2<8,  "tand", TI32, (And $ta, $tb)>;
def TOR_I32  : Tile2<9,  "tor",  TI32, (Or $ta, $tb)>;
def TXOR_I32 : Tile2<10, "txor", TI32, (Xor $ta, $tb)>;
def TSHL_I32 : Tile2<11, "tshl", TI32, (Shl $ta, $tb)>;
def TSHR_I32 : Tile2<12, "tshr", TI32, (Shr $ta, $tb)>;
def TSRA_I32 : Tile2<13, "tsra", TI32, (Sra $ta, $tb)>;

// A mask is an i32 tile: all ones where true.
class TileCompare<bits<5> fn, string baseMnemonic, TileOperand t, dag semantics>
    : InstT<OpTileBinary.Value, fn, t.Fmt, baseMnemonic, "." # t.Fmt.Suffix, (outs TI32:$td), (ins t:$ta, t:$tb),
            "$td, $ta, $tb", TimeEw, (Cast FmtI32, semantics)> {
  let Predicates = ElementwiseOn<t.Fmt>.Needs;
}
foreach t = [TF32, TI32] in {
  defvar S = !toupper(t.Fmt.Suffix);
  def TCEQ_#S : TileCompare<14, "tceq", t, (Eq $ta, $tb)>;
  def TCLT_#S : TileCompare<15, "tclt", t, (Lt $ta, $tb)>;
  def TCLE_#S : TileCompare<16, "tcle", t, (Le $ta, $tb)>;
  // td is the mask on input.
  def TSEL_#S : Tile3<17, "tsel", "." # t.Fmt.Suffix, t, TI32, t, (ins t:$ta, t:$tb),
                      "$td, $ta, $tb", (Select (Ne $c, 0), $ta, $tb)>;
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

class Tile1<bits<5> fn, string baseMnemonic, TileOperand t, dag semantics, Timing time = TimeSfu>
    : InstT<OpTileUnary.Value, fn, t.Fmt, baseMnemonic, "." # t.Fmt.Suffix, (outs t:$td), (ins t:$ta),
            "$td, $ta", time, semantics> {
  let Predicates = ElementwiseOn<t.Fmt>.Needs;
}

def TABS_F32   : Tile1<0, "tabs",   TF32, (Abs $ta), TimeEw>;
def TABS_I32   : Tile1<0, "tabs",   TI32, (Abs $ta), TimeEw>;
def TFLOOR_F32 : Tile1<1, "tfloor", TF32, (Floor $ta), TimeEw>;
def TRND_F32   : Tile1<2, "trnd",   TF32, (Round $ta), TimeEw>;
def TEXP_F32   : Tile1<3, "texp",   TF32, (Exp $ta)>;
def TLOG_F32   : Tile1<4, "tlog",   TF32, (Log $ta)>;
def TRCP_F32   : Tile1<5, "trcp",   TF32, (Div 1, $ta)>;
def TRSQRT_F32 : Tile1<6, "trsqrt", TF32, (Rsqrt $ta)>;
def TSQRT_F32  : Tile1<7, "tsqrt",  TF32, (Sqrt $ta)>;
def TTANH_F32  : Tile1<8, "ttanh",  TF32, (Tanh $ta)>;
def TSIGM_F32  : Tile1<9, "tsigm",  TF32, (Sigmoid $ta)>;
def TERF_F32   : Tile1<10, "terf",  TF32, (Erf $ta)>;
def TSIN_F32   : Tile1<11, "tsin",  TF32, (Sin $ta)>;
def TCOS_F32   : Tile1<12, "tcos",  TF32, (Cos $ta)>;

//===----------------------------------------------------------------------===//
// Reductions: the result is broadcast along the reduced dimension
//===----------------------------------------------------------------------===//

foreach t = [TF32, TI32] in {
  defvar S = !toupper(t.Fmt.Suffix);
  def TRSUM_#S : Tile1<16, "trsum", t, (Reduce Add, "ik->ij", $ta), TimeReduce>;
  def TRMAX_#S : Tile1<17, "trmax", t, (Reduce Max, "ik->ij", $ta), TimeReduce>;
  def TRARGMAX_#S : InstT<OpTileUnary.Value, 18, t.Fmt, "trargmax", "." # t.Fmt.Suffix, (outs TI32:$td), (ins t:$ta),
                          "$td, $ta", TimeReduce, (ArgReduce Lt, "ik->ij", $ta)> {
    let Predicates = ElementwiseOn<t.Fmt>.Needs;
  }
  def TCSUM_#S : Tile1<19, "tcsum", t, (Reduce Add, "kj->ij", $ta), TimeReduce>;
  def TCMAX_#S : Tile1<20, "tcmax", t, (Reduce Max, "kj->ij", $ta), TimeReduce>;
}

#endif // MATRIX_ISA_TILEELEMENTWISE_TD
