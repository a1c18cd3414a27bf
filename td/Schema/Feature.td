//===- Schema/Feature.td - features of variants ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class of features, which are subtarget features of LLVM. The class
// distinguishes those of the description from the ones that enable tile sizes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_FEATURE_TD
#define MATRIX_SCHEMA_FEATURE_TD

// The definitions of intrinsics, those of all targets of LLVM, are not needed: parsing them
// takes four times as long as the whole description.
#define TEST_INTRINSICS_SUPPRESS_DEFS
include "llvm/Target/Target.td"

/// A capability of a variant; instructions list the features they require.
/// `flag` is the name of the generated subtarget flag.
class Feature<string name, string flag, string summary>
    : SubtargetFeature<name, flag, "true", summary>;

#endif // MATRIX_SCHEMA_FEATURE_TD
