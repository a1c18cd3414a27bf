//===- Isa/TileContract.td - matrix multiply-accumulate -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions: tiles of A and B are multiplied and accumulated onto a tile.
// Each step is a fused multiply-add, with k ascending.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TILECONTRACT_TD
#define MATRIX_ISA_TILECONTRACT_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

/// Dot-product form: k is contiguous in both operands; td[i][j] += sum_k
/// ta[i][k] * tb[j][k]. The rows j of tb used are as many as td has columns.
class Mma<bits<5> fn, string baseMnemonic, TileOperand acc, TileOperand a, TileOperand b, dag semantics,
          list<Predicate> needs = []>
    : InstT<OpTileContract.Value, fn, a.Fmt, baseMnemonic, "." # acc.Fmt.Suffix # "." # a.Fmt.Suffix,
            (outs acc:$td), (ins acc:$c, a:$ta, b:$tb), "$td, $ta, $tb", TimeMma, semantics> {
  let Constraints = "$td = $c";
  let Predicates = !listconcat([HasTiles, HasTallTiles], needs);
}
defvar RowByRow = "ik,jk->ij";

def TMMA_F32_BF16 : Mma<0, "tmma", TF32, TBF16, TBF16, (Contract RowByRow, $c, $ta, (Leading $tb))>;
foreach a = [TF32, TF16] in
  def TMMA_F32_#!toupper(a.Fmt.Suffix)
      : Mma<0, "tmma", TF32, a, a, (Contract RowByRow, $c, $ta, (Leading $tb)), [HasMmaFloat]>;
foreach a = [TE4M3, TE5M2] in
  def TMMA_F32_#!toupper(a.Fmt.Suffix)
      : Mma<0, "tmma", TF32, a, a, (Contract RowByRow, $c, $ta, (Leading $tb)), [HasFp8]>;
def TMMA_I32_I8 : Mma<0, "tmma", TI32, TI8, TI8, (Contract RowByRow, $c, $ta, (Leading $tb))>;
def TMMA_I32_U8 : Mma<0, "tmma", TI32, TU8, TI8, (Contract RowByRow, $c, $ta, (Leading $tb))>;

#endif // MATRIX_ISA_TILECONTRACT_TD
