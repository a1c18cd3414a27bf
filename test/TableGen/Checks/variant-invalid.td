// Invalid variants. Each error has a note with the correction.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/twice.td 2>&1 | FileCheck %t/twice.td
// RUN: not matrix-tblgen -check-description %td_flags %t/default.td 2>&1 | FileCheck %t/default.td
// RUN: not matrix-tblgen -check-description %td_flags %t/parameter.td 2>&1 | FileCheck %t/parameter.td
// RUN: not matrix-tblgen -check-description %td_flags %t/formula.td 2>&1 | FileCheck %t/formula.td
// RUN: not matrix-tblgen -check-description %td_flags %t/latency.td 2>&1 | FileCheck %t/latency.td
// RUN: not matrix-tblgen -check-description %td_flags %t/summary.td 2>&1 | FileCheck %t/summary.td
// RUN: not matrix-tblgen -check-description %td_flags %t/name.td 2>&1 | FileCheck %t/name.td
// RUN: not matrix-tblgen -check-description %td_flags %t/geometry.td 2>&1 | FileCheck %t/geometry.td
// RUN: not matrix-tblgen -check-description %td_flags %t/rows.td 2>&1 | FileCheck %t/rows.td

//--- many.td
include "Matrix.td"
class Common<string cpu> : Variant<cpu> { let Memories = [Memory<Dram, 1048576>]; let Stack = Dram; }
def Name : Common<"qkv">;
def Generic : Common<"generic">;
def Cores : Common<"cores"> {
  let Cores = 64;
}
def Nothing : Variant<"nothing"> {
  let Stack = Dram;
}
def Memories : Variant<"memories"> {
  let Memories = [Memory<Dram, 1048576>,
                  Memory<Scratchpad, 4096, 3>,
                  Memory<Scratchpad, 8192>,
                  Memory<SpaceD1, 1024>,
                  Memory<SpaceD2, 0>,
                  Memory<Remote, 128>];
  let Stack = Dram;
  let StackSize = 100;
}
def Stack : Common<"stack"> {
  let Stack = Scratchpad;
}
def StackRows : Common<"stackrows"> {
  let Memories = [Memory<Dram, 1048576>, Memory<SpaceD1, 16384>];
  let Stack = SpaceD1;
}
def Narrow : Common<"narrow"> {
  let Memories = [Memory<Dram, 4096>];
}
def Small : FamilyVariant<"small", Tiles16x64, 16, 1, 65536>;
def NoScratchpad : FamilyVariant<"noscratchpad", Tiles16x64, 16, 1, 65536> {
  let Memories = [Memory<Dram, 1048576>];
  let Stack = Dram;
}
def Registers : FamilyVariant<"registers", Tiles16x64, 40, 1, 131072>;
def Far : Common<"far"> {
  let Memories = [Memory<Dram, !shl(1, 46)>];
}
def Work : Common<"work"> {
  let WorkDivisions = [WorkDivision<"contraction", ["k", "m", "m"]>,
              WorkDivision<"sorting", []>,
              WorkDivision<"reduction", ["outer"]>,
              WorkDivision<"reduction", ["rows"]>];
}
def Rates : Common<"rates"> {
  let Parameters = [ParameterValue<DmaLines, 0>,
                 ParameterValue<DramLatency, -1>, ParameterValue<Semaphores, 300>];
}
def NoTiles : Common<"notiles"> { let Features = [FeatureTiles]; }
def NoRoles : Common<"noroles"> {
  let Tiles = Tiles16x64;
  let TileRegisters = 16;
}
def NoDma : Common<"nodma"> { let Dma = FamilyDma; let Features = [FeatureQkv]; }
// CHECK: many.td:55:5: error: variant nodma has qkv.gemm, but no memory in space d2
// CHECK: many.td:55:5: note: add Memory<SpaceD2, bytes>, or drop the feature of the instruction
// CHECK: many.td:55:5: error: variant nodma has qkv.gemm, but no memory in space d1
// CHECK: many.td:55:5: note: add Memory<SpaceD1, bytes>, or drop the feature of the instruction
// CHECK: many.td:3:5: error: variant name 'qkv' is taken by Qkv
// CHECK: many.td:3:5: note: choose another CPU name
// CHECK: many.td:4:5: error: variant name 'generic' means the default variant
// CHECK: many.td:4:5: note: choose another CPU name
// CHECK: many.td:6:7: error: 64 cores
// CHECK: many.td:6:7: note: the core mask of a DMA descriptor has 32 bits: give 1 to 32
// CHECK: many.td:8:5: error: variant nothing has no DRAM
// CHECK: many.td:8:5: note: programs and tensors are in DRAM: add Memory<Dram, bytes>
// CHECK: many.td:13:19: error: memory in space scratchpad has 3 banks
// CHECK: many.td:13:19: note: give 1, 2, 4, ... banks
// CHECK: many.td:14:19: error: two memories in space scratchpad
// CHECK: many.td:14:19: note: one memory per space
// CHECK: many.td:15:19: error: memory in space d1 has 1024 bytes, its rows have 16384
// CHECK: many.td:15:19: note: make Size rows x RowSize
// CHECK: many.td:16:19: error: memory in space d2 has no size
// CHECK: many.td:16:19: note: give it in bytes
// CHECK: many.td:16:19: error: memory in space d2 has 0 bytes, its rows have 8192
// CHECK: many.td:16:19: note: make Size rows x RowSize
// CHECK: many.td:17:19: error: memory in space remote, to which no addresses belong
// CHECK: many.td:17:19: note: flat memories are Dram and Scratchpad; give others rows by RowSpace
// CHECK: many.td:19:7: error: a stack of 100 bytes
// CHECK: many.td:19:7: note: give a multiple of 64, at least 256
// CHECK: many.td:22:7: error: Stack is in space scratchpad, but this variant has no memory there
// CHECK: many.td:22:7: note: add a Memory or choose another space
// CHECK: many.td:26:7: error: Stack is in row space d1, which the scalar core cannot reach
// CHECK: many.td:26:7: note: let Stack = Dram, or a scratchpad
// CHECK: many.td:25:7: error: a memory of 16384 bytes has no room for a stack of 65536
// CHECK: many.td:25:7: note: enlarge the memory or let StackSize = fewer bytes
// CHECK: many.td:29:7: error: a memory of 4096 bytes has no room for a stack of 65536
// CHECK: many.td:29:7: note: enlarge the memory or let StackSize = fewer bytes
// CHECK: many.td:31:5: error: a scratchpad of 65536 bytes has no room for a stack of 65536 bytes and one block of each operand
// CHECK: many.td:31:5: note: tiles of 1024 bytes need 69632 bytes, or a smaller StackSize
// CHECK: many.td:33:7: error: variant noscratchpad has tile registers and no scratchpad
// CHECK: many.td:33:7: note: tiles are loaded from it: add Memory<Scratchpad, bytes>
// CHECK: many.td:36:5: error: 40 tile registers
// CHECK: many.td:36:5: note: their field has 5 bits and calls use 4: let TileRegisters = 4 to 32
// CHECK: many.td:36:5: error: a memory of 131072 bytes has no room for a stack of 163840
// CHECK: many.td:36:5: note: enlarge the memory or let StackSize = fewer bytes
// CHECK: many.td:38:7: error: DRAM of 70368744177664 bytes reaches into the addresses of the core's own scratchpad
// CHECK: many.td:38:7: note: give at most 35184372088832, or another AddressMap
// CHECK: many.td:41:24: error: work division of contraction names unknown dimension 'k'
// CHECK: many.td:41:24: note: dimensions of contraction are batch, m, n
// CHECK: many.td:41:24: error: work division of contraction names 'm' twice
// CHECK: many.td:41:24: note: name each dimension once
// CHECK: many.td:42:15: error: work division of unknown kind 'sorting'
// CHECK: many.td:42:15: note: kinds are contraction, elementwise, reduction
// CHECK: many.td:44:15: error: two work divisions of reduction
// CHECK: many.td:44:15: note: keep one of them
// CHECK: many.td:47:21: error: parameter DmaLines is 0 lines/cycle
// CHECK: many.td:47:21: note: a rate is at least 1
// CHECK: many.td:48:18: error: parameter DramLatency is -1 cycles
// CHECK: many.td:48:18: note: give 0 or more
// CHECK: many.td:47:7: error: 300 semaphores
// CHECK: many.td:47:7: note: the field of a DMA descriptor has 8 bits: give at most 256
// CHECK: many.td:50:39: error: variant notiles has tabs.f32, but no tile registers
// CHECK: many.td:50:39: note: let Tiles = a TileGeometry, or drop the feature
// CHECK: many.td:51:5: error: variant noroles has tile registers and no scratchpad
// CHECK: many.td:51:5: note: tiles are loaded from it: add Memory<Scratchpad, bytes>
// CHECK: many.td:51:5: error: variant noroles lacks FeatureTiles, which instructions of role RoleTileLoadFrame, RoleTileStoreFrame, RoleTileZero, RoleTileMove need
// CHECK: many.td:51:5: note: add FeatureTiles to its Features
// CHECK: many.td:55:5: error: variant nodma does not set parameter LineBytes, which DMA needs
// CHECK: many.td:55:5: note: add ParameterValue<LineBytes, n> to its Parameters
// CHECK: many.td:55:5: error: variant nodma does not set parameter DmaLines, which DMA needs
// CHECK: many.td:55:5: note: add ParameterValue<DmaLines, n> to its Parameters
// CHECK: many.td:55:5: error: variant nodma does not set parameter DramBytes, which DMA needs
// CHECK: many.td:55:5: note: add ParameterValue<DramBytes, n> to its Parameters
// CHECK: many.td:55:5: error: variant nodma does not set parameter DramLatency, which DMA needs
// CHECK: many.td:55:5: note: add ParameterValue<DramLatency, n> to its Parameters

//--- twice.td
include "Matrix.td"
def Twice : Variant<"twice"> {
  let Parameters = [ParameterValue<DmaLines, 1>, ParameterValue<DmaLines, 2>];
}
// CHECK: twice.td:3:7: error: parameter DmaLines is given twice
// CHECK: twice.td:3:7: note: keep one of them
// CHECK: twice.td:2:5: error: variant twice has no DRAM
// CHECK: twice.td:2:5: note: programs and tensors are in DRAM: add Memory<Dram, bytes>
// CHECK: twice.td:2:5: error: Stack is in space scratchpad, but this variant has no memory there
// CHECK: twice.td:2:5: note: add a Memory or choose another space

//--- default.td
include "Matrix.td"
def Second : Variant<"second"> { let Default = 1; }
// CHECK: default.td:2:38: error: exactly one variant must have Default = 1
// CHECK: default.td:2:38: note: tools select it without -mcpu: set it in one variant
// CHECK: default.td:2:5: error: variant second has no DRAM
// CHECK: default.td:2:5: note: programs and tensors are in DRAM: add Memory<Dram, bytes>
// CHECK: default.td:2:5: error: Stack is in space scratchpad, but this variant has no memory there
// CHECK: default.td:2:5: note: add a Memory or choose another space

//--- parameter.td
include "Matrix.td"
def Bare : Variant<"bare"> {
  let Tiles = Tiles16x64; let TileRegisters = 16; let Features = [FeatureTiles];
  let Memories = [Memory<Dram, 65536>, Memory<Scratchpad, 131072>];
}
// CHECK: parameter.td:2:5: error: variant bare has tile registers and no DMA
// CHECK: parameter.td:2:5: note: tiles are loaded from the scratchpad, which only DMA transfers fill: let Dma = FamilyDma
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter EwBytes, which the timing of tabs.f32 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<EwBytes, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter EwExtraLatency, which the timing of tabs.f32 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<EwExtraLatency, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter SfuBytes, which the timing of tcos.f32 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<SfuBytes, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter SfuExtraLatency, which the timing of tcos.f32 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<SfuExtraLatency, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter LineBytes, which the timing of tld needs
// CHECK: parameter.td:2:5: note: add ParameterValue<LineBytes, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter LdLines, which the timing of tld needs
// CHECK: parameter.td:2:5: note: add ParameterValue<LdLines, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter LdExtraLatency, which the timing of tld needs
// CHECK: parameter.td:2:5: note: add ParameterValue<LdExtraLatency, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter MmaCyclesPerRow, which the timing of tmma.f32.bf16 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<MmaCyclesPerRow, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter MmaExtraLatency, which the timing of tmma.f32.bf16 needs
// CHECK: parameter.td:2:5: note: add ParameterValue<MmaExtraLatency, n> to its Parameters
// CHECK: parameter.td:2:5: error: variant 'bare' does not set parameter StLines, which the timing of tst needs
// CHECK: parameter.td:2:5: note: add ParameterValue<StLines, n> to its Parameters

//--- formula.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Exp $ta), Timing<PipeEW, (CeilDiv 4, 0), (Cycles 2)>>;
// CHECK: formula.td:2:5: error: timing: cannot evaluate (CeilDiv 4, 0)
// CHECK: formula.td:2:5: note: give (Times a, b), (Plus a, b), (Cycles n) or (CeilDiv a, b) with b above 0

//--- latency.td
include "Matrix.td"
def TimeBad : Timing<PipeEW, (Cycles 4), (Cycles 2)>;
def TimeNone : Timing<PipeEW, (Cycles 0), (Cycles 2)>;
def BAD1 : Tile1<31, "tbad", TF32, (Exp $ta), TimeBad>;
def BAD2 : Tile1<30, "tworse", TF32, (Exp $ta), TimeNone>;
// CHECK: latency.td:2:5: error: latency 2 of tbad.f32 is below occupancy 4 in variant base
// CHECK: latency.td:2:5: note: a result is never ready before the pipe is free
// CHECK: latency.td:3:5: error: tworse.f32 occupies its pipe for 0 cycles in variant base
// CHECK: latency.td:3:5: note: an instruction issues in at least one cycle
// CHECK: latency.td:5:5: warning: BAD2 has the semantics of BAD1 in variant base
// CHECK: latency.td:5:5: note: the compiler uses one of them: remove the other, or give it other semantics
// CHECK: latency.td:4:5: note: BAD1 is here
// CHECK: latency.td:4:5: warning: BAD1 has the semantics of TEXP_F32 in variant base
// CHECK: latency.td:4:5: note: the compiler uses one of them: remove the other, or give it other semantics
// CHECK: TileElementwise.td:{{[0-9:]+}} note: TEXP_F32 is here

//--- name.td
include "Matrix.td"
def Spaced : FamilyVariant<"my chip", Tiles16x32, 8, 1, !shl(1, 20)> {
  let Parameters = [ParameterValue<LineBytes, 48>];
}
def Every : FamilyVariant<"all", Tiles16x32, 8, 1, !shl(1, 20)>;
def Host : FamilyVariant<"native", Tiles16x32, 8, 1, !shl(1, 20)>;
// CHECK: name.td:2:5: error: variant name 'my chip'
// CHECK: name.td:2:5: note: tools take it as --mcpu=NAME: use letters, digits, '-', '_', '.'
// CHECK: name.td:3:7: error: lines of 48 bytes
// CHECK: name.td:3:7: note: the upper bits of an address select its line: give a power of two
// CHECK: name.td:5:5: error: variant name 'all'
// CHECK: name.td:5:5: note: --mcpu=all names the variants: choose another CPU name
// CHECK: name.td:6:5: error: variant name 'native'
// CHECK: name.td:6:5: note: LLVM's tools take it for the processor that they run on: choose another CPU name

//--- summary.td
include "Matrix.td"
def Silent : FamilyVariant<"silent", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = ?; }
def Blank : FamilyVariant<"blank", Tiles16x64, 16, 2, !shl(1, 20)> {
  let Summary = "";
}
def FeatureBlank : Feature<"blank", "HasBlank", "">;
// CHECK: summary.td:2:76: error: variant Silent has no summary
// CHECK: summary.td:2:76: note: let Summary = "what it is", which the manual prints
// CHECK: summary.td:4:7: error: variant Blank has no summary
// CHECK: summary.td:4:7: note: let Summary = "what it is", which the manual prints
// CHECK: summary.td:6:5: error: feature FeatureBlank has no summary
// CHECK: summary.td:6:5: note: state in its last argument what it is, which the manual and -mattr=help print

//--- geometry.td
include "Matrix.td"
def Tiles8x48 : TileGeometry<8, 48>;
def Odd : FamilyVariant<"odd", Tiles8x48, 8, 1, !shl(1, 20)>;
// CHECK-NOT: TileContract.td
// CHECK: geometry.td:2:5: error: tile of 8 rows x 48 bytes
// CHECK: geometry.td:2:5: note: both must be powers of two, and a row has at least 4 bytes

//--- rows.td
include "Matrix.td"
def Tiles1x256 : TileGeometry<1, 256>;
def Line : FamilyVariant<"line", Tiles1x256, 8, 1, !shl(1, 20)>;
// CHECK-NOT: TileConvert.td
// CHECK: rows.td:2:5: error: a tile of 1 row has no room for the parameters of instructions
// CHECK: rows.td:2:5: note: TPOST{{.*}} reads 4 rows: give at least as many
// CHECK-NOT: error: a tile of
