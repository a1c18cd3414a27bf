//===- Variants/Base.td - the default variant -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The default variant of all tools and tests: several cores with all groups of
// instructions except 8-bit floats.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_BASE_TD
#define MATRIX_VARIANTS_BASE_TD

include "Variants/Family.td"

def Base : FamilyVariant<"base", Tiles16x64, tileRegisters=16, cores=4, scratchpad=!shl(1, 20)> {
  let Default = 1;
  let Features = [FeaturePairs, FeatureTiles, FeatureMmaFloat, FeatureEwTypes];
}

#endif // MATRIX_VARIANTS_BASE_TD
