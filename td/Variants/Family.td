//===- Variants/Family.td - defaults of variants with tile registers ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machines with tile registers. docs/timing.md defines the parameters.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_FAMILY_TD
#define MATRIX_VARIANTS_FAMILY_TD

include "Variants/Geometries.td"
include "Schema/Instruction.td"
include "Isa/Dma.td"

/// A machine with tile registers, a scratchpad per core, DMA and, with several
/// cores, a ring. A variant overrides the defaults.
class FamilyVariant<string cpu, TileGeometry tiles, int tileRegisters, int cores, int scratchpad>
    : Variant<cpu> {
  let Tiles = tiles;
  let TileRegisters = tileRegisters;
  let Cores = cores;
  let Features = [FeatureTiles];
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, scratchpad, 16>];
  // Frames save whole tile registers: the stack holds four sets of them.
  defvar saved = !mul(4, tileRegisters, !mul(tiles.Rows, tiles.RowBytes));
  let StackSize = !if(!gt(saved, 0x10000), saved, 0x10000);
  let Dma = FamilyDma;
  let Net = !if(!gt(cores, 1), Ring, NoInterconnect);
  let Work = [WorkDivision<"contraction", ["batch", "m", "n"]>,
              WorkDivision<"elementwise", ["outer", "rows", "columns"]>,
              WorkDivision<"reduction",   ["outer", "rows"]>];
  let UsualFigures = [
      Figure<MmaCyclesPerRow, 1>, Figure<MmaExtraLatency, 36>,
      Figure<LdLines, 2>, Figure<LdExtraLatency, 12>, Figure<StLines, 1>,
      Figure<EwBytes, 128>, Figure<EwExtraLatency, 8>,
      Figure<SfuBytes, 32>, Figure<SfuExtraLatency, 16>, Figure<LineBytes, 64>,
      Figure<DmaLines, 1>, Figure<DramBytes, 32>, Figure<DramLatency, 120>,
      Figure<BarrierLatency, !add(16, !mul(8, !logtwo(!if(!gt(cores, 0), !sub(!mul(2, cores), 1), 1))))>,
      Figure<Semaphores, 32>, Figure<PostLatency, 8>,
      Figure<BranchCycles, 2>, Figure<ClockMHz, 1000>]
      # !if(!gt(cores, 1), [Figure<RingLines, 1>, Figure<RingHop, 9>], []<Figure>);
}

#endif // MATRIX_VARIANTS_FAMILY_TD
