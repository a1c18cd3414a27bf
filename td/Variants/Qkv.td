//===- Variants/Qkv.td - the accelerator of the ACT tutorial --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No tile registers: two row memories of bf16, d1 and d2, and instructions on
// them. Instructions and memories are those of a public tutorial, which defines
// neither encodings nor timing; both are defined here.
//
//   | op6 | fn3 | (n-1)7 | ra5 | rb5 | rc5 | 0 |
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

// Rows and columns of blocks, the operands of instructions without a row count.
defvar QkvBlock = 64;
defvar QkvExtent = !cast<string>(QkvBlock);

def SpaceD1 : RowSpace<"d1", 11, rows=128, rowSize=128>;
def SpaceD2 : RowSpace<"d2", 12, rows=64, rowSize=128>;

def QkvRowCycles      : Parameter<"cycles", "row of a block: moves, contraction">;
def QkvSlowRowCycles  : Parameter<"cycles", "row of a block: transposed moves, softmax">;
def QkvLoadLatency    : Parameter<"cycles", "load of a block: latency beyond occupancy">;
def QkvMoveLatency    : Parameter<"cycles", "move between row memories: latency beyond occupancy">;
def QkvGemmLatency    : Parameter<"cycles", "contraction of blocks: latency beyond occupancy">;
def QkvSoftmaxLatency : Parameter<"cycles", "softmax of rows: latency beyond occupancy">;

def Qkv : Variant<"qkv"> {
  let Summary = "row memories d1 (" # !cast<string>(SpaceD1.Rows) # " x " # !cast<string>(QkvBlock) # " bf16) and d2 ("
      # !cast<string>(SpaceD2.Rows) # " x " # !cast<string>(QkvBlock) # " bf16), one core";
  let Features = [FeaturePairs, FeatureQkv];
  let Memories = [Memory<Dram, !shl(1, 34)>, RowMemory<SpaceD1>, RowMemory<SpaceD2>];
  // The scalar core accesses DRAM only.
  let Stack = Dram;
  let Parameters = [ParameterValue<QkvRowCycles, 1>, ParameterValue<QkvSlowRowCycles, 2>,
                    ParameterValue<QkvLoadLatency, 56>, ParameterValue<QkvMoveLatency, 8>,
                    ParameterValue<QkvGemmLatency, 64>, ParameterValue<QkvSoftmaxLatency, 32>,
                    ParameterValue<LineBytes, 64>, ParameterValue<DramBytes, 32>, ParameterValue<DramLatency, 120>,
                    ParameterValue<BranchCycles, 2>, ParameterValue<ClockMHz, 1000>];
}

//===----------------------------------------------------------------------===//
// Operands: rows of d1, d2 and DRAM; n of them, or those of a block
//===----------------------------------------------------------------------===//

def CountN : Immediate<7, bias=1>;                // 1..128, encoded as n - 1
def D1Rows   : InRegister<SpaceD1, FmtBF16, "n", QkvExtent>;
def D1Tile   : InRegister<SpaceD1, FmtBF16, QkvExtent, QkvExtent>;
def D2Rows   : InRegister<SpaceD2, FmtBF16, "n", QkvExtent>;
def D2Tile   : InRegister<SpaceD2, FmtBF16, QkvExtent, QkvExtent>;
def DramRows : InRegister<Dram, FmtBF16, "n", QkvExtent>;
def DramTile : InRegister<Dram, FmtBF16, QkvExtent, QkvExtent>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// Occupancy is that of a whole block, also for fewer rows.
class TimeQkv<Pipe p, Parameter rowCycles, dag latency> : Timing<p, (Times (Cycles QkvBlock), rowCycles), latency>;
def TimeQkvLoad            : TimeQkv<PipeLD, QkvRowCycles, (Plus Occupancy, QkvLoadLatency)>;
def TimeQkvLoadTransposed  : TimeQkv<PipeLD, QkvSlowRowCycles, (Plus Occupancy, QkvLoadLatency)>;
def TimeQkvStore           : TimeQkv<PipeST, QkvRowCycles, (Plus Occupancy)>;
def TimeQkvStoreTransposed : TimeQkv<PipeST, QkvSlowRowCycles, (Plus Occupancy)>;
def TimeQkvMove            : TimeQkv<PipeEW, QkvRowCycles, (Plus Occupancy, QkvMoveLatency)>;
def TimeQkvGemm            : TimeQkv<PipeMM, QkvRowCycles, (Plus Occupancy, QkvGemmLatency)>;
def TimeQkvSoftmax         : TimeQkv<PipeEW, QkvSlowRowCycles, (Plus Occupancy, QkvSoftmaxLatency)>;

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
                           TimeQkvLoad, (Set $ra, $rb)>;
def QKV_LOAD_CM  : QkvInst<1, "load_cm", (ins D1Tile:$ra, DramTile:$rb), "$ra, $rb",
                           TimeQkvLoadTransposed, (Set $ra, (At "ji", $rb))>;
def QKV_STORE_RM : QkvInst<2, "store_rm", (ins DramRows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n",
                           TimeQkvStore, (Set $ra, $rb)>;
def QKV_MOV      : QkvInst<3, "mov", (ins D1Rows:$ra, D2Rows:$rb, CountN:$n), "$ra, $rb, $n",
                           TimeQkvMove, (Set $ra, $rb)>;
def QKV_GEMM     : QkvInst<4, "gemm", (ins D2Tile:$ra, D1Tile:$rb, D1Tile:$rc), "$ra, $rb, $rc",
                           TimeQkvGemm, (Set $ra, (Cast FmtBF16, (Contract "ik,kj->ij", 0, $rb, $rc)))>;
// exp / sum without subtraction of the maximum; it differs from the usual
// definition only in overflow.
def QKV_SOFTMAX  : QkvInst<5, "softmax", (ins D2Rows:$ra, CountN:$n), "$ra, $n", TimeQkvSoftmax,
                           (Set $ra, (Cast FmtBF16, (Div (Exp (Cast FmtF32, $ra)),
                              (Reduce Add, "ik->ij", (Exp (Cast FmtF32, $ra))))))> {
  defvar e = (Exp (Sub (Cast FmtF32, $ra), (Reduce Max, "ik->ij", (Cast FmtF32, $ra))));
  let AlsoMatches = [(Set $ra, (Cast FmtBF16, (Div e, (Reduce Add, "ik->ij", e))))];
}
def QKV_STORE_CM : QkvInst<6, "store_cm", (ins DramTile:$ra, D1Tile:$rb), "$ra, $rb",
                           TimeQkvStoreTransposed, (Set $ra, (At "ji", $rb))>;

#endif // MATRIX_VARIANTS_QKV_TD
