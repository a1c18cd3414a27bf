//===- Common/Parameters.td - parameters and timing formulas --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_PARAMETERS_TD
#define MATRIX_COMMON_PARAMETERS_TD

include "Common/Machine.td"

// The geometry (Rows, TileRowBytes) is set by TileGeometry.
def Rows            : Parameter<"rows", "rows of a tile register">;
def TileRowBytes    : Parameter<"bytes", "bytes of one tile row">;
def LineBytes       : Parameter<"bytes", "transfer unit of memories and DMA">;
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
def ClockMHz        : Parameter<"MHz", "for reports only">;

// Operators of timing formulas.
def Times    : TimingOp;   // (Times a, b, ..)
def Plus     : TimingOp;   // (Plus a, b, ..)
def CeilDiv  : TimingOp;   // (CeilDiv a, b)
def Cycles   : TimingOp;   // (Cycles n): a constant
def Occupancy : Parameter<"cycles", "the occupancy of the same timing, inside its latency">;

class ScalarTiming<int occ, int lat> : Timing<PipeS, (Cycles occ), (Cycles lat)>;

#endif // MATRIX_COMMON_PARAMETERS_TD
