//===- Variants/Geometries.td - tile geometries of the variants -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record for each shape of tile registers, in rows and bytes of a row.
// Variants of equal geometry share a record, and the code generated for it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_VARIANTS_GEOMETRIES_TD
#define MATRIX_VARIANTS_GEOMETRIES_TD

include "Common/Components.td"

def Tiles16x32  : TileGeometry<16, 32>;
def Tiles16x64  : TileGeometry<16, 64>;
def Tiles32x128 : TileGeometry<32, 128>;

#endif // MATRIX_VARIANTS_GEOMETRIES_TD
