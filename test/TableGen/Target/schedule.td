// LLVM's scheduling models: issue, pipes, queues and cycles of docs/timing.md
// in LLVM's terms. Instructions of one Timing record are one group: a changed
// parameter changes no group.
// RUN: split-file %s %t
// RUN: matrix-tblgen -gen-schedule %td_flags %t/quick.td -o %t/quick-schedule.td
// RUN: FileCheck %t/quick.td < %t/quick-schedule.td
// RUN: matrix-tblgen -gen-schedule %td_flags %t/slow.td -o %t/slow-schedule.td
// RUN: FileCheck %t/slow.td < %t/slow-schedule.td
// RUN: grep -v 'SchedWriteRes\|Penalty' %t/quick-schedule.td > %t/quick-groups
// RUN: grep -v 'SchedWriteRes\|Penalty' %t/slow-schedule.td | diff %t/quick-groups -
//
// The code generator's instruction tables do not depend on parameters.
// RUN: cat %t/quick.td %t/target.td %t/quick-schedule.td > %t/quick-all.td
// RUN: cat %t/slow.td %t/target.td %t/slow-schedule.td > %t/slow-all.td
// RUN: llvm-tblgen -gen-instr-info %td_flags %t/quick-all.td -o %t/quick.inc
// RUN: llvm-tblgen -gen-instr-info %td_flags %t/slow-all.td -o %t/slow.inc
// RUN: diff %t/quick.inc %t/slow.inc
// RUN: grep -c TMMA_F32_BF16 %t/slow.inc

//--- target.td
include "Isa/Target.td"

//--- quick.td
include "Matrix.td"
def Tried : FamilyVariant<"tried", Tiles16x64, 16, 1, 0x100000> {
  let Parameters = [ParameterValue<MmaExtraLatency, 37>, ParameterValue<BranchCycles, 1>];
}
// CHECK-LABEL: def BaseSchedule : SchedMachineModel {
// CHECK-NEXT:   let IssueWidth = 1;
// CHECK-NEXT:   let MicroOpBufferSize = 0;
// CHECK-NEXT:   let MispredictPenalty = 2;
// CHECK:      let SchedModel = BaseSchedule in {
// CHECK:      def BasePipeLD : ProcResource<1> { let BufferSize = 0; }
// CHECK:      def [[DIV:.*]] : SchedWriteRes<[BasePipeS]> { let Latency = 34; let ReleaseAtCycles = [34];
// CHECK-NEXT: def : InstRW<[[[DIV]]], (instrs DIV, DIVU, DIVUW, DIVW, REM, REMU, REMUW, REMW)>;
// CHECK:      def [[TLD:.*]] : SchedWriteRes<[BasePipeLD]> { let Latency = 20; let ReleaseAtCycles = [8];
// CHECK-NEXT: def : InstRW<[[[TLD]]], (instrs TLD, TLDC{{.*}}>;
// CHECK:      SchedWriteRes<[BasePipeMM]> { let Latency = 52; let ReleaseAtCycles = [16];
// CHECK-NEXT: TMMA_F32_BF16
// CHECK:      {{^}}}{{$}}
// CHECK-NEXT: def : ProcessorModel<"base", BaseSchedule, FeaturesOf<Base>.All>;
// CHECK-NEXT: def : ProcessorModel<"generic", BaseSchedule, FeaturesOf<Base>.All>;

// Queues before pipes; resources that the variant lacks are absent.
// CHECK-LABEL: def GemminiSchedule : SchedMachineModel {
// CHECK-DAG:  def GemminiPipeLD : ProcResource<1> { let BufferSize = 8; }
// CHECK-DAG:  def GemminiPipeST : ProcResource<1> { let BufferSize = 4; }
// CHECK-DAG:  def GemminiPipeMM : ProcResource<1> { let BufferSize = 16; }
// CHECK-DAG:  def GemminiPipeS : ProcResource<1> { let BufferSize = 0; }
// CHECK-NOT:  TMMA
// CHECK:      def : ProcessorModel<"gemmini", GemminiSchedule, FeaturesOf<Gemmini>.All>;

//--- slow.td
include "Matrix.td"
def Tried : FamilyVariant<"tried", Tiles16x64, 16, 1, 0x100000> {
  let Parameters = [ParameterValue<MmaExtraLatency, 100000>, ParameterValue<BranchCycles, 3>];
}
// Values beyond the range of LLVM's tables are clamped.
// CHECK-LABEL: def TriedSchedule
// CHECK:         let MispredictPenalty = 3;
// CHECK:       SchedWriteRes<[TriedPipeMM]> { let Latency = 32767; let ReleaseAtCycles = [16];
