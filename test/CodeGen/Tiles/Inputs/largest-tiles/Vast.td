//===- Vast.td - a variant with the largest tiles -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Variants/Family.td"

def Tiles64x256 : TileGeometry<64, 256>;

def Vast : FamilyVariant<"vast", Tiles64x256, tileRegisters=8, cores=2, scratchpad=!shl(1, 21)> {
  let Features = [FeatureTiles, FeatureMmaFloat, FeatureEwTypes];
}
