//===- Isa/TileConvert.td - conversions and the output stage --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A narrow tile has 2 or 4 times the columns of a 32-bit tile, so
// a narrowing instruction writes column block q of td and preserves the others.
// fn[3] is the format of the 32-bit operand: 0 i32, 1 f32.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TILECONVERT_TD
#define MATRIX_ISA_TILECONVERT_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

class TileConvert<bits<5> fn, Format ty, string baseMnemonic, TileOperand d, TileOperand a, dag ins, string args,
                  dag semantics>
    : InstT<OpTileConvert.Value, fn, ty, baseMnemonic, "." # d.Fmt.Suffix # "." # a.Fmt.Suffix, (outs d:$td), ins, args,
            TimeEw, semantics>;

def TCVT_F32_I32 : TileConvert<0, FmtF32, "tcvt", TF32, TI32, (ins TI32:$ta), "$td, $ta", (Cast FmtF32, $ta)>;
def TCVT_I32_F32 : TileConvert<0, FmtI32, "tcvt", TI32, TF32, (ins TF32:$ta), "$td, $ta", (Cast FmtI32, $ta)>;

/// Writes column block q of td.
class TileNarrow<bits<5> fn, string baseMnemonic, TileOperand d, TileOperand a, dag more, string args, dag value>
    : TileConvert<fn, d.Fmt, baseMnemonic, d, a, !con((ins d:$c, ColumnBlock:$q, a:$ta), more),
                  "$td, $q, $ta" # args, (Insert $q, value, $c)> {
  let Constraints = "$td = $c";
}

foreach p = [[TBF16, TF32], [TF16, TF32], [TI8, TF32], [TU8, TF32], [TI8, TI32], [TU8, TI32]] in {
  defvar N = p[0].Fmt;
  defvar S = !toupper(N.Suffix)#_#!toupper(p[1].Fmt.Suffix);
  defvar isFloat = !shl(p[1].Fmt.Float, 3);
  def TCVTN_#S : TileNarrow<!add(1, isFloat), "tcvtn", p[0], p[1], (ins), "", (Cast N, $ta)>;
}
let Predicates = [HasTiles, HasFp8] in
foreach n = [TE4M3, TE5M2] in {
  defvar S = !toupper(n.Fmt.Suffix);
  def TCVTN_#S#_F32 : TileNarrow<9, "tcvtn", n, TF32, (ins), "", (Cast n.Fmt, $ta)>;
  def TCVTW_F32_#S : TileConvert<10, n.Fmt, "tcvtw", TF32, n, (ins n:$ta, ColumnBlock:$q), "$td, $ta, $q",
                                 (Cast FmtF32, (Part $q, $ta))>;
}
foreach p = [[TF32, TBF16], [TF32, TF16], [TI32, TI8], [TI32, TU8], [TF32, TI8], [TF32, TU8]] in {
  defvar W = p[0].Fmt;
  def TCVTW_#!toupper(W.Suffix)#_#!toupper(p[1].Fmt.Suffix)
      : TileConvert<!add(2, !shl(W.Float, 3)), p[1].Fmt, "tcvtw", p[0], p[1],
                    (ins p[1]:$ta, ColumnBlock:$q), "$td, $ta, $q", (Cast W, (Part $q, $ta))>;
}

//===----------------------------------------------------------------------===//
// Output stage. Rows of the parameter tile tp for column block q:
//
//   4q    bias    i32 or f32, as the accumulator
//   4q+1  scale   f32
//   4q+2  scale2  f32, factor of the old value of td (tposta: the residual)
//   4q+3  word    integer results: bytes zp | lo | hi | -;  float: bf16 lo, bf16 hi
//
//   integers: clamp(round((ta + bias) * scale [+ td[q] * scale2]) + zp, lo, hi)
//   floats:   clamp((ta + bias) * scale [+ td[q] * scale2], lo, hi)
//===----------------------------------------------------------------------===//

foreach acc = [TI32, TF32] in
foreach d = [TI8, TU8, TBF16, TF16] in {
  defvar N = d.Fmt;
  defvar fn = !add(3, !shl(acc.Fmt.Float, 3));
  defvar word = (Row FmtI32, $tp, 4, $q, 3);
  defvar scaled = (Mul (Cast FmtF32, (Add $ta, (Row acc.Fmt, $tp, 4, $q, 0))), (Row FmtF32, $tp, 4, $q, 1));
  defvar residual = (Add scaled, (Mul (Cast FmtF32, (Part $q, $c)), (Row FmtF32, $tp, 4, $q, 2)));
  defvar zero = !if(N.Unsigned, (And word, 255), (Sra (Shl word, 24), 24));
  defvar low  = !if(N.Float, (Bitcast FmtF32, (Shl word, 16)),
                !if(N.Unsigned, (And (Shr word, 8), 255), (Sra (Shl word, 16), 24)));
  defvar high = !if(N.Float, (Bitcast FmtF32, (And word, -65536)),
                !if(N.Unsigned, (And (Shr word, 16), 255), (Sra (Shl word, 8), 24)));
  foreach adds = [0, 1] in {
    defvar baseMnemonic = !if(adds, "tposta", "tpost");
    defvar x = !if(adds, residual, scaled);
    defvar y = !if(N.Float, x, (Add (Cast FmtI32, x), zero));
    def !toupper(baseMnemonic)#_#!toupper(N.Suffix)#_#!toupper(acc.Fmt.Suffix)
        : TileNarrow<!add(fn, adds), baseMnemonic, d, acc, (ins TAny32:$tp), ", $tp",
                     (Cast N, (Min (Max y, low), high))> {
      bits<5> tp; let tb = tp;
    }
  }
}

#endif // MATRIX_ISA_TILECONVERT_TD
