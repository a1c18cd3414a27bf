//===- Common/Features.td - features and their predicates -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Features that variants list and instructions require. Each has a predicate
// for instruction selection and for the assembler; the simulator's decoder uses
// the same condition. An instruction requires the conjunction of its features;
// there is no negation, so that a feature only adds instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_FEATURES_TD
#define MATRIX_COMMON_FEATURES_TD

include "Schema/Feature.td"

/// Set by TileGeometry, not listed by variants: the first RB/4 rows of a tile
/// exist.
def FeatureTallTiles : Feature<"tall-tiles", "HasTallTiles", "tiles of at least RB/4 rows, as contractions need them">;
def FeatureTiles    : Feature<"tiles", "HasTiles", "tile registers and the instructions on them">;
def FeatureFp8      : Feature<"fp8", "HasFp8", "tiles of 8-bit floats">;
def FeatureMmaFloat : Feature<"mma-float", "HasMmaFloat", "contractions of f32 and of f16">;
def FeaturePairs    : Feature<"pairs", "HasPairs", "words that hold two short instructions">;
def FeatureEwTypes  : Feature<"ew-types", "HasEwTypes", "elementwise instructions on formats besides f32">;

def HasFp8      : Predicate<"Subtarget->hasFp8()">, AssemblerPredicate<(all_of FeatureFp8)>;
def HasTiles    : Predicate<"Subtarget->hasTiles()">, AssemblerPredicate<(all_of FeatureTiles)>;
def HasTallTiles : Predicate<"Subtarget->hasTallTiles()">, AssemblerPredicate<(all_of FeatureTallTiles)>;
def HasMmaFloat : Predicate<"Subtarget->hasMmaFloat()">, AssemblerPredicate<(all_of FeatureMmaFloat)>;
def HasEwTypes  : Predicate<"Subtarget->hasEwTypes()">, AssemblerPredicate<(all_of FeatureEwTypes)>;

#endif // MATRIX_COMMON_FEATURES_TD
