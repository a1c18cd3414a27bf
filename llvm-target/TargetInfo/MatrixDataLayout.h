//===- MatrixDataLayout.h - data layout -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TARGETINFO_MATRIXDATALAYOUT_H
#define MATRIX_TARGETINFO_MATRIXDATALAYOUT_H

namespace matrix {

/// The layout is common to all variants, so that front ends are independent of
/// the variant. Pointers have 64 bits in every address space: scratchpad
/// pointers are flat addresses. Tiles of every size are 64-byte aligned.
inline constexpr const char DataLayout[] =
    "e-m:e-p:64:64-p1:64:64-p2:64:64-i64:64-i128:128-"
    "v1024:512-v2048:512-v4096:512-v8192:512-v16384:512-v32768:512-v65536:512-"
    "n32:64-S512";

} // namespace matrix

#endif // MATRIX_TARGETINFO_MATRIXDATALAYOUT_H
