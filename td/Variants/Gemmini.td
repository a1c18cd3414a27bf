//===- Variants/Gemmini.td - the Gemmini systolic array -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gemmini's default configuration: a square array, i8 operands, i32 sums,
// scratchpad and accumulator addressed by row, configuration state written by
// config. Sources: ucb-bar/gemmini 8c3f992 (README "ISA", GemminiISA.scala, the
// controllers) and ucb-bar/libgemmini (its model for Spike). Function codes and
// the bits of rs1 and rs2 are Gemmini's; the custom instruction word is encoded
// as
//
//   | op6 | funct7 | rs2 5 | rs1 5 | 0 9 |    (a variant space; qkv shares it)
//
// Not implemented: the loop instructions, config_norm, pooling (config traps on
// it), execute operands in the accumulator, pixel repeats.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_GEMMINI_TD
#define MATRIX_VARIANTS_GEMMINI_TD

include "Schema/Rows.td"
include "Schema/Variant.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Isa/Timing.td"

def FeatureGemmini : Feature<"gemmini", "HasGemmini", "scratchpad, accumulator and systolic array of Gemmini">;
def HasGemmini : Predicate<"Subtarget->hasGemmini()">, AssemblerPredicate<(all_of FeatureGemmini)>;

defvar GmArray = 16;                         // rows and columns of the systolic array
defvar GmMoveColumns = !mul(4, GmArray);     // of a move: up to four adjacent tiles
defvar GmSumBytes = !div(FmtI32.Bits, 8);

def SpaceGemminiSpad : RowSpace<"gemmini_scratchpad", 21, rows=16384, rowSize=GmArray>;
def SpaceGemminiAcc  : RowSpace<"gemmini_accumulator", 22, rows=1024, rowSize=!mul(GmSumBytes, GmArray)>;

def PipePreload : Pipe<"PRE">;
def ArrayRows  : Parameter<"rows", "rows and columns of the systolic array">;
def ArrayDepth : Parameter<"cycles", "from a row at its edge to the row of results">;
def DmaBytes   : Parameter<"bytes/cycle", "DMA bus">;

def Gemmini : Variant<"gemmini"> {
  defvar extent = !cast<string>(GmArray);
  let Summary = extent # " x " # extent # " i8 systolic array, scratchpad of " # !cast<string>(SpaceGemminiSpad.Rows)
      # " x " # extent # " i8, accumulator of " # !cast<string>(SpaceGemminiAcc.Rows) # " x " # extent
      # " i32, one core";
  let Features = [FeaturePairs, FeatureGemmini];
  let Memories = [Memory<Dram, !shl(1, 34)>, RowMemory<SpaceGemminiSpad, banks=4>,
                  RowMemory<SpaceGemminiAcc, banks=2>];
  let Stack = Dram;
  let Issue = PipeQueues<load=8, store=4, execute=16>;      // reservation station entries
  let Parameters = [ParameterValue<ArrayRows, GmArray>, ParameterValue<ArrayDepth, 32>, ParameterValue<DmaBytes, 16>,
                    ParameterValue<LineBytes, 64>, ParameterValue<DramBytes, 16>, ParameterValue<DramLatency, 120>,
                    ParameterValue<BranchCycles, 2>, ParameterValue<ClockMHz, 1000>];
}

//===----------------------------------------------------------------------===//
// State. Undefined after reset in Gemmini; here: dense rows, no scaling.
//===----------------------------------------------------------------------===//

class GmNumber<string name, int reset> : ScalarState<"gemmini." # name, "int64_t", reset>;
class GmScale<string name> : ScalarState<"gemmini." # name, "float", 1>;
foreach n = ["", "2", "3"] in {           // mvin, mvin2, mvin3
  def GmLdStride#n : GmNumber<"ld_stride" # n, GmArray>;
  def GmLdBlock#n  : GmNumber<"ld_block" # n, GmArray>;
  def GmLdShrink#n : GmNumber<"ld_shrink" # n, 0>;
  def GmLdScale#n  : GmScale<"ld_scale" # n>;
}
def GmStStride : GmNumber<"st_stride", GmArray>;
def GmStAct    : GmNumber<"st_activation", 0>;
def GmStScale  : GmScale<"st_scale">;
def GmDataflow : GmNumber<"dataflow", 0>;   // 0 output, 1 weight stationary
def GmExAct    : GmNumber<"ex_activation", 0>;
def GmExShift  : GmNumber<"ex_shift", 0>;
def GmATransposed  : GmNumber<"a_transposed", 0>;
def GmBTransposed  : GmNumber<"b_transposed", 0>;
def GmAStride  : GmNumber<"a_stride", 1>;
def GmCStride  : GmNumber<"c_stride", 1>;

//===----------------------------------------------------------------------===//
// Operands: addresses with flags and extents, and the tiles they refer to
//===----------------------------------------------------------------------===//

class GmLocalAddress<int columns> {
  list<BitField> R = [BitField<"row", 0, 29>, BitField<"full", 29, 1>, BitField<"accumulate", 30, 1>,
                      BitField<"acc", 31, 1>, BitField<"local", 0, 32>, BitField<"columns", 32, 16, max=columns>,
                      BitField<"rows", 48, 16, max=GmArray>];
}
def GmMoveAddress : Packed<GmLocalAddress<GmMoveColumns>.R>;
def GmTileAddress : Packed<GmLocalAddress<GmArray>.R>;
def GmDramAddress : Packed<[BitField<"row", 0, 64>]>;

class GmOnRows<Space s, Format f> : TileAt<s, f, "rows", "columns">;
class GmOnDram<Format f, ScalarState stride> : TileAt<Dram, f, "rs2.rows", "rs2.columns"> { let Stride = stride; }
foreach n = ["", "2", "3"] in {
  // mvin from DRAM address 0 writes zeros (LoadController.scala).
  let NullField = "row", NullValue = 0 in {
    def GmDramIn8#n  : GmOnDram<FmtI8, !cast<ScalarState>("GmLdStride" # n)>;
    def GmDramIn32#n : GmOnDram<FmtI32, !cast<ScalarState>("GmLdStride" # n)>;
  }
  let BlockStride = !cast<ScalarState>("GmLdBlock" # n) in {
    def GmSpadIn#n : GmOnRows<SpaceGemminiSpad, FmtI8>;
    def GmAccIn#n  : GmOnRows<SpaceGemminiAcc, FmtI32>;
  }
}
let BlockRows = GmArray in {
  def GmSpadOut : GmOnRows<SpaceGemminiSpad, FmtI8>;
  def GmAccOut  : GmOnRows<SpaceGemminiAcc, FmtI32>;
}
def GmDramOut8  : GmOnDram<FmtI8, GmStStride>;
def GmDramOut32 : GmOnDram<FmtI32, GmStStride>;
// Null address: all bits set. Reads give zeros (for A, Gemmini's README says
// "garbage"), writes have no effect. Extents are those of the matrix, before
// transposition.
let NullField = "local" in {
  let Stride = GmAStride in {
    def GmATile       : GmOnRows<SpaceGemminiSpad, FmtI8>;
    def GmATileTransposed : TileAt<SpaceGemminiSpad, FmtI8, "columns", "rows">;
  }
  def GmBTile       : GmOnRows<SpaceGemminiSpad, FmtI8>;
  def GmBTileTransposed : TileAt<SpaceGemminiSpad, FmtI8, "columns", "rows">;
  let Stride = GmCStride in {
    def GmCSpad : GmOnRows<SpaceGemminiSpad, FmtI8>;
    def GmCAcc  : GmOnRows<SpaceGemminiAcc, FmtI32>;
  }
}
def GmPreloaded : TileState<"gemmini.preloaded", FmtI8, GmArray, GmArray>;
let IsForwarded = true in { // in the processing elements (PE.scala)
  def GmWeights : TileState<"gemmini.weights", FmtI8, GmArray, GmArray>;
  def GmSums    : TileState<"gemmini.sums", FmtI32, GmArray, GmArray>;
}
def GmCAddress  : PointerState<"gemmini.c_address", GmLocalAddress<GmArray>.R>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class GemminiInst<bits<7> funct, string baseMnemonic, RegisterOperand a, RegisterOperand b, Timing t, dag semantics>
    : RowInst<0, "gemmini." # baseMnemonic, (ins a:$rs1, b:$rs2), "$rs1, $rs2", t, semantics> {
  bits<5> rs1; bits<5> rs2;
  let FunctionLow = 19; let FunctionBits = 7;
  let Inst{25-19} = funct; let Inst{18-14} = rs2; let Inst{13-9} = rs1; let Inst{8-0} = 0;
  let Predicates = [HasGemmini];
}
defvar GmTileCycles = (CeilDiv (Times ArrayRows, ArrayRows), DmaBytes);
def TimeConfig  : Timing<PipeMM, (Plus IssueCycles), (Plus Occupancy)>;
def TimeMoveIn  : Timing<PipeLD, GmTileCycles, (Plus Occupancy, DramLatency)>;
def TimeMoveOut : Timing<PipeST, GmTileCycles, (Plus Occupancy, DramLatency)>;
def TimeArray   : Timing<PipeMM, (Plus ArrayRows), (Plus Occupancy, ArrayDepth)>;
// A processing element has two registers for the stationary operand: a preload
// fills one, row by row, while a compute uses the other
// (ExecuteController.scala: "Overlap compute and preload").
def TimePreload : Timing<PipePreload, (Plus ArrayRows), (Plus Occupancy)>;

//===--- configuration -----------------------------------------------------===//

def GmConfigFields : Packed<[BitField<"kind", 0, 2>,
  BitField<"dataflow", 2, 1>, BitField<"ex_activation", 3, 2>, BitField<"only_strides", 7, 1>,
  BitField<"transposed", 8, 2>, BitField<"a_transposed", 8, 1>, BitField<"b_transposed", 9, 1>,
  BitField<"a_stride", 16, 16>,
  BitField<"shrink", 2, 1>, BitField<"id", 3, 2>, BitField<"block_stride", 16, 16>, BitField<"ld_scale", 32, 32>,
  BitField<"st_activation", 2, 2>, BitField<"pool_stride", 4, 2>]>;
def GmConfigValues : Packed<[BitField<"shift", 0, 32>, BitField<"c_stride", 48, 16>, BitField<"ld_stride", 0, 64>,
  BitField<"st_stride", 0, 32>, BitField<"st_scale", 32, 32>]>;

/// One case of config: the states that it sets, from fields of $rs1 and $rs2.
class GmConfigCase<dag effect, list<State> states> {
  dag Effect = effect;
  list<State> States = states;
}
def GmConfigStrides : GmConfigCase<
  (Seq (Set GmAStride, (Field $rs1, "a_stride")), (Set GmCStride, (Field $rs2, "c_stride"))),
  [GmAStride, GmCStride]>;
// The array has one transposer: B alone cannot be transposed with stationary
// outputs, nor both operands with stationary weights (README "config_ex").
def GmConfigTransposer : GmConfigCase<
  (Switch (Field $rs1, "dataflow"), (Switch (Field $rs1, "transposed"), (Seq), (Seq), (Undefined), (Seq)),
                                    (Switch (Field $rs1, "transposed"), (Seq), (Seq), (Seq), (Undefined))), []>;
def GmConfigExecute : GmConfigCase<
  (Seq (Set GmDataflow, (Field $rs1, "dataflow")), (Set GmExAct, (Field $rs1, "ex_activation")),
       (Set GmExShift, (Field $rs2, "shift")), (Set GmATransposed, (Field $rs1, "a_transposed")),
       (Set GmBTransposed, (Field $rs1, "b_transposed")), GmConfigStrides.Effect),
  [GmDataflow, GmExAct, GmExShift, GmATransposed, GmBTransposed]>;
foreach n = ["", "2", "3"] in {
  defvar stride = !cast<State>("GmLdStride" # n);
  defvar block = !cast<State>("GmLdBlock" # n);
  defvar shrink = !cast<State>("GmLdShrink" # n);
  defvar scale = !cast<State>("GmLdScale" # n);
  def GmConfigLoad#n : GmConfigCase<
    (Seq (Set stride, (Field $rs2, "ld_stride")), (Set block, (Field $rs1, "block_stride")),
         (Set shrink, (Field $rs1, "shrink")), (Set scale, (Field $rs1, "ld_scale"))),
    [stride, block, shrink, scale]>;
}
def GmConfigStore : GmConfigCase<
  (Seq (Set GmStStride, (Field $rs2, "st_stride")), (Set GmStScale, (Field $rs2, "st_scale")),
       (Set GmStAct, (Field $rs1, "st_activation"))),
  [GmStStride, GmStAct, GmStScale]>;

let Defs = !listconcat(GmConfigLoad.States, GmConfigLoad2.States, GmConfigLoad3.States, GmConfigStore.States,
                       GmConfigExecute.States, GmConfigStrides.States) in
def GEMMINI_CONFIG : GemminiInst<0, "config", GmConfigFields, GmConfigValues, TimeConfig,
  (Switch (Field $rs1, "kind"),
    (Switch (Field $rs1, "only_strides"),
      (Seq GmConfigTransposer.Effect, GmConfigExecute.Effect),
      GmConfigStrides.Effect),
    (Switch (Field $rs1, "id"), GmConfigLoad.Effect, GmConfigLoad2.Effect, GmConfigLoad3.Effect),
    (Switch (Field $rs1, "pool_stride"), GmConfigStore.Effect))>;
// Gemmini skips or repeats an address translation; this machine has none.
def GEMMINI_FLUSH : GemminiInst<7, "flush", XReg, XReg, TimeConfig, (Seq)>;

//===--- moves -------------------------------------------------------------===//

class GmScaled<dag x, ScalarState scale> {
  dag R = (Switch (Is scale, 1), (Cast FmtI8, (Mul (Cast FmtF32, x), (Splat FmtF32, scale))), (Cast FmtI8, x));
}
class GmInto<dag to, dag accumulates, dag x> {
  dag R = (Switch accumulates, (Set to, x), (Set to, (Add to, x)));
}
class GmMoveIn<bits<7> funct, string n>
    : GemminiInst<funct, "mvin" # n, GmDramAddress, GmMoveAddress, TimeMoveIn,
  (Switch (Field $rs2, "acc"),
    (Set (View !cast<TileAt>("GmSpadIn" # n), $rs2),
         GmScaled<(View !cast<TileAt>("GmDramIn8" # n), $rs1), !cast<ScalarState>("GmLdScale" # n)>.R),
    GmInto<(View !cast<TileAt>("GmAccIn" # n), $rs2), (Field $rs2, "accumulate"),
         (Switch !cast<State>("GmLdShrink" # n), (View !cast<TileAt>("GmDramIn32" # n), $rs1),
           (Cast FmtI32, GmScaled<(View !cast<TileAt>("GmDramIn8" # n), $rs1),
                                  !cast<ScalarState>("GmLdScale" # n)>.R))>.R)> {
  let Uses = [!cast<State>("GmLdStride" # n), !cast<State>("GmLdBlock" # n), !cast<State>("GmLdShrink" # n),
              !cast<State>("GmLdScale" # n)];
}
def GEMMINI_MVIN  : GmMoveIn<2, "">;
def GEMMINI_MVIN2 : GmMoveIn<1, "2">;
def GEMMINI_MVIN3 : GmMoveIn<14, "3">;

// Activation precedes scaling (AccumulatorScale.scala; the Spike model
// activates the scaled value, which differs for negative scales).
let Uses = [GmStStride, GmStAct, GmStScale] in
def GEMMINI_MVOUT : GemminiInst<3, "mvout", GmDramAddress, GmMoveAddress, TimeMoveOut,
  (Switch (Field $rs2, "acc"),
    (Set (View GmDramOut8, $rs1), (View GmSpadOut, $rs2)),
    (Switch (Field $rs2, "full"),
      (Set (View GmDramOut8, $rs1), (Switch GmStAct, GmScaled<(View GmAccOut, $rs2), GmStScale>.R,
                                                 GmScaled<(Max (View GmAccOut, $rs2), 0), GmStScale>.R)),
      (Set (View GmDramOut32, $rs1), (View GmAccOut, $rs2))))>;

//===--- contractions ------------------------------------------------------===//

defvar GmA = (Switch GmATransposed, (Pad GmArray, GmArray, (View GmATile, $rs1)),
                               (Pad GmArray, GmArray, (At "ji", (View GmATileTransposed, $rs1))));
defvar GmB = (Switch GmBTransposed, (Pad GmArray, GmArray, (View GmBTile, $rs2)),
                               (Pad GmArray, GmArray, (At "ji", (View GmBTileTransposed, $rs2))));
// Results in the scratchpad: saturated, then activated
// (ExecuteController.scala).
class GmToC<dag x> {
  dag R = (Switch (Field GmCAddress, "acc"),
    (Set (View GmCSpad, GmCAddress), (Crop (Switch GmExAct, (Cast FmtI8, x), (Max (Cast FmtI8, x), 0)))),
    GmInto<(View GmCAcc, GmCAddress), (Field GmCAddress, "accumulate"), (Crop x)>.R);
}
// Gemmini reads $rs1 no later than the start of the next compute; here at
// issue.
let Uses = [GmDataflow, GmBTransposed], Defs = [GmPreloaded, GmCAddress] in
def GEMMINI_PRELOAD : GemminiInst<6, "preload", GmTileAddress, GmTileAddress, TimePreload,
  (Seq (Set GmPreloaded, (Switch GmDataflow, (Pad GmArray, GmArray, (View GmBTile, $rs1)),
         (Switch GmBTransposed, (Pad GmArray, GmArray, (View GmBTile, $rs1)),
                                (Pad GmArray, GmArray, (At "ji", (View GmBTileTransposed, $rs1)))))),
       (Point GmCAddress, $rs2))>;

// Stationary outputs: sums remain in the array (i32 here; 20 bits in the
// default configuration) and are shifted when they leave it, also on the way to
// the accumulator (PE.scala; the Spike model shifts only results for the
// scratchpad). Stationary weights: $rs2 is D.
class GmCompute<bits<7> funct, string baseMnemonic, State weights, dag sums, list<State> used>
    : GemminiInst<funct, "compute." # baseMnemonic, GmTileAddress, GmTileAddress, TimeArray,
  (Switch GmDataflow,
    (Seq (Set GmSums, sums), GmToC<(RoundShift GmSums, (Splat FmtI32, GmExShift))>.R),
    !con((Seq GmToC<(Contract "ik,kj->ij", (Cast FmtI32, (Pad GmArray, GmArray, (View GmBTile, $rs2))), GmA,
                              weights)>.R),
         !if(!eq(baseMnemonic, "preloaded"), (Seq (Set GmWeights, GmPreloaded)), (Seq))))> {
  let Uses = !listconcat(used, [GmSums, GmCAddress, GmDataflow, GmATransposed, GmBTransposed, GmAStride, GmCStride,
                                GmExAct, GmExShift]);
  let Defs = !listconcat([GmSums], !if(!eq(baseMnemonic, "preloaded"), [GmWeights], []<State>));
}
def GEMMINI_COMPUTE_PRELOADED   : GmCompute<4, "preloaded", GmPreloaded,
  (Contract "ik,kj->ij", (Cast FmtI32, GmPreloaded), GmA, GmB), [GmPreloaded]>;
def GEMMINI_COMPUTE_ACCUMULATED : GmCompute<5, "accumulated", GmWeights,
  (Contract "ik,kj->ij", GmSums, GmA, GmB), [GmWeights]>;

#endif // MATRIX_VARIANTS_GEMMINI_TD
