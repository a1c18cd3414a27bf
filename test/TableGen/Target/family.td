// What a family variant derives, it derives from its fields: those that its
// body sets count, not the arguments of the class.
// RUN: matrix-tblgen -gen-variant-tables %td_flags %s | FileCheck %s

include "Matrix.td"

def Grown : FamilyVariant<"grown", Tiles16x32, tileRegisters=8, cores=1, scratchpad=!shl(1, 18)> {
  let Cores = 4;
  let Tiles = Tiles32x128;
  let TileRegisters = 32;
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, !shl(1, 21)>];
}
def Shrunk : FamilyVariant<"shrunk", Tiles32x128, tileRegisters=32, cores=4, scratchpad=!shl(1, 21)> {
  let Cores = 1;
  let Tiles = Tiles16x32;
  let TileRegisters = 8;
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, !shl(1, 18)>];
  let Parameters = [ParameterValue<LineBytes, 32>];
}

// The DMA engine has the line of the variant.
// CHECK: DmaInfo dmaOfGrown = {64, 8, 64,
// CHECK: DmaInfo dmaOfShrunk = {64, 8, 32,
// CHECK: {"grown", "4 cores, 32 tile registers of 32 x 128 bytes, 2 MiB scratchpad each", false, 32, 128, 32,
// CHECK: 524288u, &dmaOfGrown, 4, "ring",
// CHECK-NEXT: /*ringLines=*/1, /*ringHop=*/9, {{.*}} /*barrierLatency=*/32,
// CHECK: {"shrunk", "one core, 8 tile registers of 16 x 32 bytes, 256 KiB scratchpad", false, 16, 32, 8,
// CHECK: 65536u, &dmaOfShrunk, 1, "none",
// CHECK-NEXT: /*ringLines=*/std::nullopt, /*ringHop=*/std::nullopt, {{.*}} /*barrierLatency=*/16,
