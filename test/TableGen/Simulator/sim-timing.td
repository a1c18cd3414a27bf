// Dependencies of instructions, as entries of the simulator's scoreboard, and the
// parameters of each variant. An instruction outside the scoreboard's model is an
// error.
// RUN: split-file %s %t
// RUN: matrix-tblgen -gen-sim-timing %td_flags %t/good.td | FileCheck %t/good.td
// RUN: matrix-tblgen -gen-sim-row-state %td_flags %t/good.td | FileCheck %t/good.td --check-prefix=ROWS
// RUN: not matrix-tblgen -gen-sim-timing %td_flags %t/results.td 2>&1 | FileCheck %t/results.td
// RUN: not matrix-tblgen -gen-sim-timing %td_flags %t/implicit.td 2>&1 | FileCheck %t/implicit.td
// RUN: not matrix-tblgen -gen-sim-timing %td_flags %t/forwarded.td 2>&1 | FileCheck %t/forwarded.td

//--- good.td
include "Matrix.td"
// Pipes in the order of the description.
// CHECK:      #ifdef GET_PIPES
// CHECK-NEXT: PIPE("S")
// CHECK-NEXT: PIPE("LD")
// CHECK-NEXT: PIPE("ST")
// CHECK-NEXT: PIPE("MM")
// CHECK-NEXT: PIPE("EW")
// CHECK-NEXT: PIPE("SYS")
// CHECK-NEXT: PIPE("PRE")
// CHECK-NEXT: #undef GET_PIPES
// CHECK-NEXT: #endif

// Row memories have no initializers: machines allocate those of their variant.
// ROWS:      #ifdef GET_ROW_MEMORIES
// ROWS:      alignas(64) uint8_t SpaceD1[{{[0-9]+}}];
// ROWS:      #ifdef GET_ROW_STATE

// {pipe, queue, scalar, first operand, operands, first implicit, implicit}.
// A start of a DMA transfer waits for the pipe of tile stores; queues are derived
// from accesses to flat memory.
// CHECK: {0, Queue::None, true, {{[0-9]+}}, 3, {{[0-9]+}}, 0}, // ADD{{$}}
// CHECK: {5, Queue::None, false, {{[0-9]+}}, 2, {{[0-9]+}}, 1}, // DMA_START{{$}}
// CHECK: {0, Queue::None, false, {{[0-9]+}}, 0, {{[0-9]+}}, 9}, // ECALL{{$}}
// CHECK: {3, Queue::Execute, false, {{.*}} // GEMMINI_COMPUTE_ACCUMULATED{{$}}
// CHECK: {1, Queue::Load, false, {{.*}} // GEMMINI_MVIN{{$}}
// CHECK: {2, Queue::Store, false, {{.*}} // GEMMINI_MVOUT{{$}}
// CHECK: {3, Queue::None, false, {{[0-9]+}}, 4, {{[0-9]+}}, 0}, // TMMA_F32_BF16{{$}}

// CHECK-LABEL: #ifdef GET_IMPLICIT
// CHECK: {Use::Read, File::Pipe, 2},
// CHECK: {Use::Write, File::General, 4},
// CHECK: {Use::Read, File::Rows, 0},

// {occupancy, latency, lines per cycle}; none for instructions the variant lacks.
// CHECK-LABEL: #ifdef GET_VARIANTS
// CHECK: {"base", {}, {
// CHECK: {34, 34, 0}, // DIV{{$}}
// CHECK: {1, 8, 0}, // LW{{$}}
// CHECK: {8, 20, 2}, // TLD{{$}}
// CHECK: {16, 52, 0}, // TMMA_F32_BF16{{$}}
// CHECK: {16, 16, 1}, // TST{{$}}
// CHECK: {"gemmini", {8, 4, 16, }, {
// CHECK: {16, 136, 0}, // GEMMINI_MVIN{{$}}

//--- results.td
include "Matrix.td"
// CHECK: results.td:[[#@LINE+2]]:5: error: the timing model supports one result per instruction{{$}}
// CHECK: results.td:[[#@LINE+1]]:5: note: split it into two
def DIVMOD : InstR4<0x02, 60, "divmod", "", (outs XReg:$rd, XReg:$rc), (ins XReg:$ra, XReg:$rb),
                    "$rd, $rc, $ra, $rb", TimeAlu>;

//--- implicit.td
include "Matrix.td"
// CHECK: implicit.td:[[#@LINE+3]]:5: error: the timing model supports Uses and Defs of system and row instructions only{{$}}
// CHECK: implicit.td:[[#@LINE+2]]:5: note: make them operands
let Uses = [R4] in
def ADDR4 : InstR<0x02, 99, "addr4", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> {
  let Pattern = [(set i64:$rd, (not i64:$ra))];
}

//--- forwarded.td
include "Matrix.td"
// A state that is forwarded within a pipe belongs to that pipe.
def MORE : GemminiInst<100, "more", XReg, XReg, TimeMoveIn, (Seq)> { let Uses = [GmWeights]; }
// CHECK: forwarded.td:3:5: error: uses 'gemmini.weights', which is forwarded within the pipe of other instructions{{$}}
// CHECK: forwarded.td:3:5: note: let IsForwarded = false
