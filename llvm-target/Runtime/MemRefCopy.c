//===- MemRefCopy.c - copies of strided tensors ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Called by lowered memref.copy operations with a non-contiguous operand.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

/// MLIR's unranked memref: the rank, and a descriptor of that rank.
struct UnrankedMemRef {
  int64_t rank;
  struct {
    char *allocated, *aligned;
    int64_t offset;
    int64_t sizesAndStrides[]; // rank sizes, then rank strides, in elements
  } *descriptor;
};

struct Copy {
  int64_t rank, elementSize;
  const int64_t *sizes, *fromStrides, *toStrides;
};

void *memcpy(void *to, const void *from, size_t size);

/// Copies all elements over the dimensions from `dimension` on.
static void copyFrom(const struct Copy *copy, int64_t dimension, char *to,
                     const char *from) {
  if (dimension == copy->rank) {
    memcpy(to, from, (size_t)copy->elementSize);
    return;
  }
  int64_t size = copy->sizes[dimension];
  int64_t fromStride = copy->fromStrides[dimension];
  int64_t toStride = copy->toStrides[dimension];
  if (dimension == copy->rank - 1 && fromStride == 1 && toStride == 1) {
    memcpy(to, from, (size_t)(size * copy->elementSize));
    return;
  }
  for (int64_t i = 0; i < size; ++i)
    copyFrom(copy, dimension + 1, to + i * toStride * copy->elementSize,
             from + i * fromStride * copy->elementSize);
}

EXPORT void RUNTIME_NAME(memrefCopy)(int64_t elementSize,
                                     struct UnrankedMemRef *from,
                                     struct UnrankedMemRef *to) {
  int64_t rank = from->rank;
  struct Copy copy = {rank, elementSize, from->descriptor->sizesAndStrides,
                      from->descriptor->sizesAndStrides + rank,
                      to->descriptor->sizesAndStrides + rank};
  copyFrom(&copy, 0,
           to->descriptor->aligned + to->descriptor->offset * elementSize,
           from->descriptor->aligned + from->descriptor->offset * elementSize);
}
