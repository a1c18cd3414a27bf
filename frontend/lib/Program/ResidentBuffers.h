//===- ResidentBuffers.h - buffers between launches -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unification of the buffers of resident values. It requires launches that are
// expanded in place, since a called function has a buffer of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_RESIDENTBUFFERS_H
#define MATRIX_FRONTEND_LIB_RESIDENTBUFFERS_H

#include "Prefetch/PrefetchBlocks.h"

namespace matrix {

/// Returns whether a function has buffers of values that stay in the scratchpad
/// between launches.
bool usesResidents(mlir::Operation *function);

/// Gives all launches of a block that access a resident value the buffer of the
/// first one, and sets where resident buffers end during each launch. They are
/// at the start of the scratchpad.
void mergeResidentBuffers(llvm::MutableArrayRef<ExpandedLaunch> launches,
                          const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_RESIDENTBUFFERS_H
