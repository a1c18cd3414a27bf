// Variants that can't be. Each error has a note that says what to do.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/default.td 2>&1 | FileCheck %t/default.td
// RUN: not matrix-tblgen -check-description %td_flags %t/figure.td 2>&1 | FileCheck %t/figure.td
// RUN: not matrix-tblgen -check-description %td_flags %t/wide.td 2>&1 | FileCheck %t/wide.td
// RUN: not matrix-tblgen -check-description %td_flags %t/latency.td 2>&1 | FileCheck %t/latency.td
// RUN: not matrix-tblgen -check-description %td_flags %t/pipe.td 2>&1 | FileCheck %t/pipe.td

//--- many.td
include "Matrix.td"
def Overlapping : DmaEngine<64, [DmaField<"a", 0, 32>, DmaField<"b", 2, 16>], []>;
def Outside : DmaEngine<8, [DmaField<"a", 6, 32>], []>;
def Odd : TileGeometry<16, 48>;
def Bad : Variant<"qkv"> {
  let Memories = [Memory<Scratchpad, 4096, 3>, Memory<Scratchpad, 4096>];
  let Tiles = Tiles16x64;
  let TileRegisters = 40;
  let Features = [];
  let Cores = 64;
  let Work = [WorkDivision<"contraction", ["k"]>, WorkDivision<"sorting", []>];
}
// CHECK: many.td:4:5: error: tile of 16 rows x 48 bytes
// CHECK: many.td:4:5: note: both must be powers of two
// CHECK: many.td:4:5: error: no value type holds a tile of 16 rows x 48 bytes
// CHECK: many.td:4:5: note: the sizes that tiles may have are 256, 512, 1024, 2048, 4096, 8192, 16384 bytes
// CHECK: many.td:2:5: error: descriptor fields a and b overlap at byte 2
// CHECK: many.td:3:5: error: descriptor field a ends beyond the descriptor
// CHECK: many.td:5:5: error: variant name 'qkv' is taken by Qkv
// CHECK: many.td:5:5: error: 64 cores
// CHECK: many.td:5:5: error: 40 tile registers
// CHECK: many.td:5:5: note: their field has 5 bits and calls use four: let TileRegisters = 4 to 32
// CHECK: many.td:5:5: error: memory in space scratchpad has no size or a number of banks that is no power of two
// CHECK: many.td:5:5: error: two memories in space scratchpad
// CHECK: many.td:5:5: error: Code is in space dram, where this variant has no memory
// CHECK: many.td:5:5: error: a memory of 4096 bytes holds no stack of 65536 bytes and one block of each operand
// CHECK: many.td:5:5: error: work division of contraction names unknown dimension 'k'
// CHECK: many.td:5:5: note: dimensions of contraction are batch, m, n
// CHECK: many.td:5:5: error: work division of unknown kind 'sorting'
// CHECK: many.td:5:5: error: no instruction of variant qkv has role RoleTileLoadFrame
// CHECK: error: the description has mistakes

//--- default.td
include "Matrix.td"
// CHECK: error: exactly one variant must have Default = 1
def Second : Variant<"second"> { let Default = 1; let Memories = [Memory<Dram, 65536>]; let Stack = Dram; }

//--- figure.td
include "Matrix.td"
// CHECK: figure.td:[[#@LINE+1]]:5: error: variant 'bare' gives no figure
def Bare : Variant<"bare"> {
  let Tiles = Tiles16x64; let TileRegisters = 8; let Features = [FeatureTiles];
  let Memories = [Memory<Dram, 65536>, Memory<Scratchpad, 131072>];
}

//--- wide.td
include "Matrix.td"
def Wide : TileGeometry<16, 128>;
def WideVariant : FamilyVariant<"wide", Wide, 8, 1, !shl(1, 20)>;
// CHECK: TileContract.td:{{.*}}: error: Leading: a tile of Wide has 16 rows, its first 32 are wanted; leave the instruction out of variants with such tiles

//--- latency.td
include "Matrix.td"
// CHECK: latency.td:[[#@LINE+1]]:5: error: latency 2 is below occupancy 4 in variant base
def BAD : Tile1<31, "tbad", TF32, (Exp $ta), Timing<PipeEW, (Cycles 4), (Cycles 2)>>;

//--- pipe.td
include "Matrix.td"
// CHECK: pipe.td:[[#@LINE+1]]:53: error: Variable not defined: 'PipeXX'
def BAD : Tile1<31, "tbad", TF32, (Exp $ta), Timing<PipeXX, (Cycles 4), (Cycles 4)>>;
