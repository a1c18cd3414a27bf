//===- InterleavedSlices.h - strided slices by transposition ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DMA transfer of single elements, or of a few bytes, takes a line of DRAM
// for each of them. Slices of every second element, and concatenations that
// interleave elements, move whole lines if they are transposed:
//
//   x[.., 1::2]          slice 1 of transpose(x as [.., n, 2]) to [2, .., n]
//   stack(a, b, dim=-1)  transpose(stack(a, b, dim=0)) to [.., n, 2]
//
// Rotary embeddings of adjacent pairs, complex numbers in pairs and wavelets
// have both.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INTERLEAVEDSLICES_H
#define MATRIX_FRONTEND_LIB_INTERLEAVEDSLICES_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Returns whether the transposition of a tensor of `total` bytes takes fewer
/// cycles of DRAM than `number` transfers of `bytes` each.
bool takesFewerCyclesTransposed(const desc::VariantInfo &variant,
                                int64_t number, int64_t bytes, int64_t total);

/// Replaces strided slices and interleaving concatenations where transpositions
/// take fewer cycles of DRAM.
void populateInterleavedSlicePatterns(mlir::RewritePatternSet &patterns,
                                      const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INTERLEAVEDSLICES_H
