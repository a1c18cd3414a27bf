//===- Variants/Qkv.td - the accelerator of the ACT tutorial --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No tile registers: two row memories, d1 of 128 and d2 of 64 rows of 64 bf16,
// and seven instructions on them. Instructions and memories are those of a
// public tutorial, which defines neither encodings nor timing; both are defined
// here.
//
//   | 0x38 | fn3 | (n-1)7 | ra5 | rb5 | rc5 | 0 |
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_QKV_TD
#define MATRIX_VARIANTS_QKV_TD

include "Schema/Rows.td"
include "Schema/Variant.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

def FeatureQkv : Feature<"qkv", "HasQkv", "row memories d1 and d2 and the instructions on them">;
def HasQkv : Predicate<"Subtarget->hasQkv()">, AssemblerPredicate<(all_of FeatureQkv)>;

def SpaceD1 : RowSpace<"d1", 11, rows=128, rowSize=128>;
def SpaceD2 : RowSpace<"d2", 12, rows=64, rowSize=128>;

def Qkv : Variant<"qkv"> {
  let Summary = "row memories d1 (128 x 64 bf16) and d2 (64 x 64 bf16), one core";
  let Features = [FeatureQkv];
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<SpaceD1, 16384>, Memory<SpaceD2, 8192>];
  // The scalar core accesses DRAM only.
  let Stack = Dram;
  let Parameters = [ParameterValue<LineBytes, 64>, ParameterValue<DramBytes, 32>, ParameterValue<DramLatency, 120>,
                    ParameterValue<BranchCycles, 2>, ParameterValue<ClockMHz, 1000>];
}

//===----------------------------------------------------------------------===//
// Operands: rows of d1, d2 and DRAM; n of them, or 64
//===----------------------------------------------------------------------===//

def CountN : Immediate<7, bias=1>;                // 1..128, encoded as n - 1
def D1Rows   : InRegister<SpaceD1, FmtBF16, "n", "64">;
def D1Tile   : InRegister<SpaceD1, FmtBF16, "64", "64">;
def D2Rows   : InRegister<SpaceD2, FmtBF16, "n", "64">;
def D2Tile   : InRegister<SpaceD2, FmtBF16, "64", "64">;
def DramRows : InRegister<Dram, FmtBF16, "n", "64">;
def DramTile : InRegister<Dram, FmtBF16, "64", "64">;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class TimeQkv<Pipe p, int occ, int lat> : Timing<p, (Cycles occ), (Cycles lat)>;
class QkvInst<bits<3> fn, string baseMnemonic, dag ins, string args, Timing t, dag semantics>
    : RowInst<0, "qkv." # baseMnemonic, ins, args, t, semantics> {
  bits<7> n = !if(IsOperand<(outs), ins, "n">.R, ?, 0b0000000);
  bits<5> ra;
  bits<5> rb = RegisterField<"rb", (outs), ins>.Bits;
  bits<5> rc = RegisterField<"rc", (outs), ins>.Bits;
  let FunctionLow = 23; let FunctionBits = 3;
  let Inst{25-23} = fn; let Inst{22-16} = n; let Inst{15-11} = ra; let Inst{10-6} = rb; let Inst{5-1} = rc;
  let Inst{0} = 0;
  let Predicates = [HasQkv];
}

def QKV_LOAD_RM  : QkvInst<0, "load_rm", (ins D1Rows:$ra, DramRows:$rb, CountN:$n), "$ra, $rb, $n",
                           TimeQkv<PipeLD, occ=64, lat=120>, (Set $ra, $rb)>;
def QKV_LOAD_CM  : QkvInst<1, "load_cm", (ins D1Tile:$ra, DramTile:$rb), "$ra, $rb",
                           TimeQkv<PipeLD, occ=128, lat=184>, (Set $ra, (At "ji", $rb))>;
def QKV_STORE_RM : QkvInst<2, "store_rm", (ins DramRows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n",
                           TimeQkv<PipeST, occ=64, lat=64>, (Set $ra, $rb)>;
def QKV_MOV      : QkvInst<3, "mov", (ins D1Rows:$ra, D2Rows:$rb, CountN:$n), "$ra, $rb, $n",
                           TimeQkv<PipeEW, occ=64, lat=72>, (Set $ra, $rb)>;
def QKV_GEMM     : QkvInst<4, "gemm", (ins D2Tile:$ra, D1Tile:$rb, D1Tile:$rc), "$ra, $rb, $rc",
                           TimeQkv<PipeMM, occ=64, lat=128>,
                           (Set $ra, (Cast FmtBF16, (Contract "ik,kj->ij", 0, $rb, $rc)))>;
// exp / sum without subtraction of the maximum; it differs from the usual
// definition only in overflow.
def QKV_SOFTMAX  : QkvInst<5, "softmax", (ins D2Rows:$ra, CountN:$n), "$ra, $n", TimeQkv<PipeEW, occ=128, lat=160>,
                           (Set $ra, (Cast FmtBF16, (Div (Exp (Cast FmtF32, $ra)),
                              (Reduce Add, "ik->ij", (Exp (Cast FmtF32, $ra))))))> {
  defvar e = (Exp (Sub (Cast FmtF32, $ra), (Reduce Max, "ik->ij", (Cast FmtF32, $ra))));
  let AlsoMatches = [(Set $ra, (Cast FmtBF16, (Div e, (Reduce Add, "ik->ij", e))))];
}
def QKV_STORE_CM : QkvInst<6, "store_cm", (ins DramTile:$ra, D1Tile:$rb), "$ra, $rb",
                           TimeQkv<PipeST, occ=128, lat=128>, (Set $ra, (At "ji", $rb))>;

#endif // MATRIX_VARIANTS_QKV_TD
