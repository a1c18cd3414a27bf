//===- CopyCost.h - cycles of copies in DRAM --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The predicted cycles of copies, from the parameters of the variant. The
// planner of copies compares a staged copy, which rearranges elements in a
// scratchpad, with transfers from DRAM to DRAM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COPYCOST_H
#define MATRIX_FRONTEND_LIB_COPYCOST_H

#include "StagedCopy.h"

namespace matrix {

class CopyCost {
public:
  CopyCost(int64_t elementBytes, const desc::VariantInfo &variant,
           int64_t cores)
      : elementBytes(elementBytes), variant(variant), cores(cores) {}

  /// Returns the cycles of a staged copy.
  double getStaged(const StagedCopy &plan) const;
  /// Returns the cycles of a copy that is not staged: a row of DRAM for each
  /// run of elements that is contiguous on both sides.
  double getDirect(llvm::ArrayRef<CopyDim> dims) const;

private:
  int64_t lineBytes() const { return variant.dma->lineBytes; }
  double countLines(const StagedCopy &plan, const StagedCopy::Side &side,
                    int64_t CopyDim::*stride) const;
  double dramCycles(double lines, int64_t used) const;
  double blockCycles(llvm::ArrayRef<CopyDim> dims) const;
  double fixedCycles() const;

  int64_t elementBytes;
  const desc::VariantInfo &variant;
  int64_t cores;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COPYCOST_H
