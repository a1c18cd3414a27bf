//===- Variants/Ring32.td - 32 cores on a ring ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest variant: larger tiles, all formats, and distances on the ring
// that make placement matter.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_RING32_TD
#define MATRIX_VARIANTS_RING32_TD

include "Variants/Family.td"

def Ring32 : FamilyVariant<"ring32", Tiles32x128, tileRegisters=16, cores=32, scratchpad=!shl(1, 21)> {
  let Features = [FeaturePairs, FeatureTiles, FeatureMmaFloat, FeatureEwTypes, FeatureFp8];
  let Parameters = [ParameterValue<MmaCyclesPerRow, 2>, ParameterValue<StLines, 2>, ParameterValue<EwBytes, 256>,
                    ParameterValue<SfuBytes, 64>, ParameterValue<DmaLines, 2>, ParameterValue<DramBytes, 128>,
                    ParameterValue<RingLines, 2>, ParameterValue<ClockMHz, 1200>];
}

#endif // MATRIX_VARIANTS_RING32_TD
