//===- Variants/Base.td - the reference machine ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// machine.md section 2. Sources of the figures: machine.md section 1.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_BASE_TD
#define MATRIX_VARIANTS_BASE_TD

include "Variants/Geometries.td"
include "Schema/Instruction.td"
include "Isa/Dma.td"

def Base : Variant<"base"> {
  let Summary = "4 cores, 16 tile registers of 16 x 64 bytes, 1 MiB scratchpad each";
  let Default = 1;
  let Tiles = Tiles16x64;
  let Features = [FeatureTiles];
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, !shl(1, 20), 16>];
  let Dma = FamilyDma;
  let Cores = 4;
  let Net = Ring;
  let Work = [WorkDivision<"contraction", ["batch", "m", "n"]>,
              WorkDivision<"elementwise", ["outer", "rows", "columns"]>,
              WorkDivision<"reduction",   ["outer", "rows"]>];
  let Figures = [Figure<MmaCyclesPerRow, 1>, Figure<MmaExtraLatency, 36>,
                 Figure<LdLines, 2>, Figure<LdExtraLatency, 12>, Figure<StLines, 1>,
                 Figure<EwBytes, 128>, Figure<EwExtraLatency, 8>,
                 Figure<SfuBytes, 32>, Figure<SfuExtraLatency, 16>, Figure<LineBytes, 64>,
                 Figure<DmaLines, 1>, Figure<DramLinesPer100, 50>, Figure<DramLatency, 120>,
                 Figure<RingLines, 1>, Figure<RingHop, 9>, Figure<BarrierLatency, 32>,
                 Figure<ClockMHz, 1000>];
}

#endif // MATRIX_VARIANTS_BASE_TD
