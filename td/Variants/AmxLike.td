//===- Variants/AmxLike.td - base, fewer registers, f32 elementwise -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The geometry of base in one core with half the registers, as in CPUs with a
// matrix unit. It omits FeatureEwTypes, so that elementwise instructions
// compute on f32 only; parameters are the defaults of Family.td.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_AMXLIKE_TD
#define MATRIX_VARIANTS_AMXLIKE_TD

include "Variants/Family.td"

def AmxLike : FamilyVariant<"amx-like", Tiles16x64, tileRegisters=8, cores=1, scratchpad=!shl(1, 20)> {
  let Summary = MachineSummary # ", elementwise instructions on f32 only";
  let Features = [FeaturePairs, FeatureTiles, FeatureMmaFloat];
}

#endif // MATRIX_VARIANTS_AMXLIKE_TD
