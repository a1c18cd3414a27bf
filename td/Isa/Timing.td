//===- Isa/Timing.td - occupancy and latency by group ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipes, occupancies and latencies (docs/timing.md) as formulas over the
// parameters of a variant. Occupancy is work divided by rate, rounded up, and
// latency is occupancy plus the depth of the pipe:
//
//   occupancy = ceil(bytes of a tile / bytes per cycle)
//   latency   = occupancy + extra latency
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TIMING_TD
#define MATRIX_ISA_TIMING_TD

include "Common/Components.td"
include "Common/Parameters.td"

// docs/timing.md defines the latency of accesses to memories other than the core's own
// scratchpad.
def TimeAlu        : ScalarTiming<IntegerLatency>;
def TimeMul        : ScalarTiming<MultiplyLatency>;
def TimeDiv        : UnpipelinedTiming<DivideLatency>;
def TimeFloat      : ScalarTiming<FloatLatency>;
def TimeFloatDiv   : UnpipelinedTiming<FloatDivideLatency>;
def TimeScalarLoad : ScalarTiming<ScalarLoadLatency>;
def TimeAtomic     : ScalarTiming<AtomicLatency>;

defvar TileBytes = (Times Rows, TileRowBytes);

// Loads and stores: conflict-free lines; the simulator adds bank conflicts and
// misaligned rows.
def TimeLoad  : Timing<PipeLD, (CeilDiv TileBytes, (Times LineBytes, LdLines)), (Plus Occupancy, LdExtraLatency)>;
// A transposing load reads Rows elements of each of its TileRowBytes/size rows.
class TimeLoadTransposed<int size>
    : Timing<PipeLD, (CeilDiv (Times (CeilDiv TileRowBytes, (Cycles size)),
                                     (CeilDiv (Times Rows, (Cycles size)), LineBytes)), LdLines),
             (Plus Occupancy, LdExtraLatency)>;
def TimeStore : Timing<PipeST, (CeilDiv TileBytes, (Times LineBytes, StLines)), (Plus Occupancy)>;
def TimeMma   : Timing<PipeMM, (Times Rows, MmaCyclesPerRow), (Plus Occupancy, MmaExtraLatency)>;
def TimeEw    : Timing<PipeEW, (CeilDiv TileBytes, EwBytes), (Plus Occupancy, EwExtraLatency)>;
def TimeReduce : Timing<PipeEW, (CeilDiv TileBytes, EwBytes), (Plus Occupancy, EwExtraLatency, ReduceLatency)>;
def TimeSfu   : Timing<PipeEW, (CeilDiv TileBytes, SfuBytes), (Plus Occupancy, SfuExtraLatency)>;
def TimeZero  : Timing<PipeEW, (Plus IssueCycles), (Plus ZeroLatency)>;
def TimeGet   : Timing<PipeEW, (Plus IssueCycles), (Plus ElementLatency)>;
def TimeIssue : Timing<PipeSys, (Plus IssueCycles), (Plus Occupancy)>;

#endif // MATRIX_ISA_TIMING_TD
