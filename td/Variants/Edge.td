//===- Variants/Edge.td - a small core for int8 networks ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One core with the rates of a small systolic array. A row of an accumulator has
// fewer elements than a tile has rows: contractions use the leading rows of B.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_EDGE_TD
#define MATRIX_VARIANTS_EDGE_TD

include "Variants/Family.td"

def Edge : FamilyVariant<"edge", Tiles16x32, tileRegisters=8, cores=1, scratchpad=!shl(1, 17)> {
  let Features = [FeaturePairs, FeatureTiles, FeatureEwTypes];
  let Parameters = [ParameterValue<EwBytes, 64>, ParameterValue<SfuBytes, 16>, ParameterValue<DramBytes, 8>,
                    ParameterValue<Semaphores, 16>, ParameterValue<ClockMHz, 500>];
}

#endif // MATRIX_VARIANTS_EDGE_TD
