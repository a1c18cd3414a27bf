//===- Variants/Family.td - defaults of variants with tile registers ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machines with tile registers. docs/timing.md defines the parameters. The
// class derives summary, stack size, interconnect and barrier latency from its
// fields, so that a variant is a shape with the parameters in which it differs,
// and `let Cores = 4` changes what depends on the number of cores.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_FAMILY_TD
#define MATRIX_VARIANTS_FAMILY_TD

include "Variants/Geometries.td"
include "Common/Parameters.td"
include "Isa/Dma.td"

/// "one core", "4 cores".
class CoreCount<int cores> {
  string Text = !if(!eq(cores, 1), "one core", "" # cores # " cores");
}
/// "128 KiB", "1 MiB".
class ByteSize<int bytes> {
  string Text = !if(!eq(!and(bytes, 0xfffff), 0), "" # !srl(bytes, 20) # " MiB", "" # !srl(bytes, 10) # " KiB");
}

/// A machine with tile registers, a scratchpad per core, DMA and, with several
/// cores, a ring. A variant overrides the defaults.
class FamilyVariant<string cpu, TileGeometry tiles, int tileRegisters, int cores, int scratchpad>
    : Variant<cpu> {
  let Tiles = tiles;
  let TileRegisters = tileRegisters;
  let Cores = cores;
  let Features = [FeaturePairs, FeatureTiles];
  let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, scratchpad, banks=16>];
  defvar scratchpadBytes = !foldl(0, Memories, sum, m, !add(sum, !if(!eq(m.In, Scratchpad), m.Size, 0)));
  string MachineSummary = CoreCount<Cores>.Text # ", " # TileRegisters # " tile registers of " # Tiles.Rows # " x "
      # Tiles.RowBytes # " bytes, " # ByteSize<scratchpadBytes>.Text # " scratchpad" # !if(!eq(Cores, 1), "", " each");
  let Summary = MachineSummary;
  // Frames save whole tile registers: the stack holds four sets of them. Code for
  // few registers spills more: at least 32 tiles.
  defvar saved = !mul(!if(!gt(TileRegisters, 8), !mul(4, TileRegisters), 32), Tiles.Rows, Tiles.RowBytes);
  let StackSize = !if(!gt(saved, 0x10000), saved, 0x10000);
  let Dma = FamilyDma;
  let Net = !if(!gt(Cores, 1), Ring, NoInterconnect);
  let WorkDivisions = [WorkDivision<"contraction", ["batch", "m", "n"]>,
              WorkDivision<"elementwise", ["outer", "rows", "columns"]>,
              WorkDivision<"reduction",   ["outer", "rows", "columns"]>];
  let DefaultParameters = ScalarParameters # [
      ParameterValue<MmaCyclesPerRow, 1>, ParameterValue<MmaExtraLatency, 36>,
      ParameterValue<LdLines, 2>, ParameterValue<LdExtraLatency, 12>, ParameterValue<StLines, 1>,
      ParameterValue<EwBytes, 128>, ParameterValue<EwExtraLatency, 8>,
      ParameterValue<SfuBytes, 32>, ParameterValue<SfuExtraLatency, 16>, ParameterValue<ReduceLatency, 16>,
      ParameterValue<ZeroLatency, 4>, ParameterValue<ElementLatency, 12>, ParameterValue<LineBytes, 64>,
      ParameterValue<DmaLines, 1>, ParameterValue<DramBytes, 32>, ParameterValue<DramLatency, 120>,
      // A tree over n cores has ceil(log2(n)) levels, which is floor(log2(2n - 1)).
      ParameterValue<BarrierLatency, !add(16, !mul(8, !logtwo(!if(!gt(Cores, 0), !sub(!mul(2, Cores), 1), 1))))>,
      ParameterValue<Semaphores, 32>, ParameterValue<PostLatency, 8>,
      ParameterValue<BranchCycles, 2>, ParameterValue<ClockMHz, 1000>,
      // Longer rows of DMA transfers do not increase the bandwidth.
      ParameterValue<BlockExtent, 128>, ParameterValue<BlockDepth, 1024>]
      # !if(!gt(Cores, 1), [ParameterValue<RingLines, 1>, ParameterValue<RingHop, 9>], []<ParameterValue>);
}

#endif // MATRIX_VARIANTS_FAMILY_TD
