//===- TileDispatch.cpp - choosing the tile functions for this host -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"

const matrix::sim::TileFunction *matrix::sim::tileFunctions(int rows,
                                                            int rowBytes) {
#ifdef MATRIX_SIM_HAS_avx512
  if (__builtin_cpu_supports("x86-64-v4"))
    return tileFunctions_avx512(rows, rowBytes);
#endif
#ifdef MATRIX_SIM_HAS_avx2
  if (__builtin_cpu_supports("x86-64-v3"))
    return tileFunctions_avx2(rows, rowBytes);
#endif
  return tileFunctions_generic(rows, rowBytes);
}
