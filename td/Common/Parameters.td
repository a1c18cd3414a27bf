//===- Common/Parameters.td - parameters and timing formulas --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters of variants and the operators of timing formulas. docs/timing.md
// has the rules that use the parameters; a variant gives a value to each
// parameter of its instructions. Formulas with sums, products and rounded
// quotients suffice: the other effects depend on the program and are code of
// the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_PARAMETERS_TD
#define MATRIX_COMMON_PARAMETERS_TD

include "Common/Components.td"

// The geometry (Rows, TileRowBytes) is set by TileGeometry.
def Rows            : Parameter<"rows", "rows of a tile register">;
def TileRowBytes    : Parameter<"bytes", "bytes of one tile row">;
def LineBytes       : Parameter<"bytes", "transfer unit of memories and DMA">;
def IssueCycles       : Parameter<"cycles", "occupancy of pipelined scalar, system and single-element instructions">;
def IntegerLatency    : Parameter<"cycles", "scalar: integer arithmetic, branches, stores, control registers">;
def MultiplyLatency   : Parameter<"cycles", "scalar: integer multiplication">;
def DivideLatency     : Parameter<"cycles", "scalar: integer division, also its occupancy">;
def FloatLatency      : Parameter<"cycles", "scalar: float arithmetic and conversions">;
def FloatDivideLatency : Parameter<"cycles", "scalar: float division and square root, also their occupancy">;
def ScalarLoadLatency : Parameter<"cycles", "scalar: loads from the core's own scratchpad">;
def AtomicLatency     : Parameter<"cycles", "scalar: atomics on the core's own scratchpad">;
def MmaCyclesPerRow : Parameter<"cycles", "contraction: cycles per row of A">;
def MmaExtraLatency : Parameter<"cycles", "contraction: latency beyond occupancy">;
def LdLines         : Parameter<"lines/cycle", "tile load rate">;
def LdExtraLatency  : Parameter<"cycles", "tile load: latency beyond occupancy">;
def StLines         : Parameter<"lines/cycle", "tile store rate">;
def EwBytes         : Parameter<"bytes/cycle", "elementwise rate, bytes of 32-bit elements">;
def EwExtraLatency  : Parameter<"cycles", "elementwise: latency beyond occupancy">;
def SfuBytes        : Parameter<"bytes/cycle", "transcendental rate">;
def SfuExtraLatency : Parameter<"cycles", "transcendental: latency beyond occupancy">;
def ReduceLatency   : Parameter<"cycles", "reduction: latency beyond that of other elementwise instructions">;
def ZeroLatency     : Parameter<"cycles", "zero tile">;
def ElementLatency  : Parameter<"cycles", "element of a tile to a scalar register">;
def DmaLines        : Parameter<"lines/cycle", "DMA engine of one core">;
def DramBytes       : Parameter<"bytes/cycle", "DRAM, all cores together">;
def DramLatency     : Parameter<"cycles", "DRAM, descriptor fetch included">;
def RingLines       : Parameter<"lines/cycle", "interconnect, per direction">;
def RingHop         : Parameter<"cycles", "interconnect, per hop">;
def Semaphores      : Parameter<"semaphores", "semaphores of each core; unset: none">;
def BarrierLatency  : Parameter<"cycles", "after the last arrival">;
def PostLatency     : Parameter<"cycles", "post of a semaphore, without the latency of the interconnect">;
def BranchCycles    : Parameter<"cycles", "penalty of a mispredicted branch or an indirect jump">;
def BlockExtent     : Parameter<"elements",
    "compiler: rows and columns of the largest blocks, and of the first one that contractions compare; unset: "
    "no limit">;
def BlockDepth      : Parameter<"elements",
    "compiler: depth of the first block that contractions compare; unset: no limit">;
def ClockMHz        : Parameter<"MHz", "for reports, and clocks of programs; unset: 1000">;

// Operators of timing formulas.
def Times    : TimingOp;   // (Times a, b, ..)
def Plus     : TimingOp;   // (Plus a, b, ..)
def CeilDiv  : TimingOp;   // (CeilDiv a, b)
def Cycles   : TimingOp;   // (Cycles n): a constant
def Occupancy : Parameter<"cycles", "the occupancy of the same timing, inside its latency">;

/// A scalar instruction whose pipe accepts another one before its result is
/// available.
class ScalarTiming<Parameter latency> : Timing<PipeS, (Plus IssueCycles), (Plus latency)>;
/// A scalar instruction that occupies the pipe until its result is available.
class UnpipelinedTiming<Parameter latency> : Timing<PipeS, (Plus latency), (Plus Occupancy)>;

// The scalar core of all variants.
defvar ScalarParameters = [
    ParameterValue<IssueCycles, 1>, ParameterValue<IntegerLatency, 1>, ParameterValue<MultiplyLatency, 3>,
    ParameterValue<DivideLatency, 34>, ParameterValue<FloatLatency, 4>, ParameterValue<FloatDivideLatency, 20>,
    ParameterValue<ScalarLoadLatency, 8>, ParameterValue<AtomicLatency, 8>];

#endif // MATRIX_COMMON_PARAMETERS_TD
