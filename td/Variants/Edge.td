//===- Variants/Edge.td - a small core for int8 networks ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 256 i8 multiply-accumulates per cycle, as in a 16 x 16 systolic array. An
// accumulator is 16 x 8 elements: contractions use 8 of the 16 rows of B.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_EDGE_TD
#define MATRIX_VARIANTS_EDGE_TD

include "Variants/Family.td"

def Edge : FamilyVariant<"edge", Tiles16x32, tileRegisters=8, cores=1, scratchpad=!shl(1, 17)> {
  let Features = [FeatureTiles, FeatureEwTypes];
  let Parameters = [ParameterValue<EwBytes, 64>, ParameterValue<SfuBytes, 16>, ParameterValue<DramBytes, 8>,
                    ParameterValue<Semaphores, 16>, ParameterValue<ClockMHz, 500>];
}

#endif // MATRIX_VARIANTS_EDGE_TD
