//===- Isa/Dma.td - the DMA descriptor ---------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// machine.md 4. A descriptor moves n2 planes of n1 rows of row_bytes bytes.
// Rows outside [lo1, hi1) and planes outside [lo2, hi2) are filled, not read, as
// are `left` and `right` bytes of each row; so edge tiles arrive whole.
// source and destination are the addresses of row 0, plane 0, also where that
// row is filled.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_DMA_TD
#define MATRIX_ISA_DMA_TD

include "Schema/Machine.td"

def FamilyDma : DmaEngine<64, [
    DmaField<"kind", 0, 8>,
    DmaField<"flags", 1, 8>,              // bit 0 post semaphore, bit 1 multicast
    DmaField<"semaphore", 2, 8>,
    DmaField<"row_bytes", 4, 32>,         // of a destination row, fills included
    DmaField<"n1", 8, 16>,                // rows
    DmaField<"n2", 10, 16>,               // planes
    DmaField<"fill", 12, 32>,             // 4 bytes, repeated from the start of each row
    DmaField<"source", 16, 64>,
    DmaField<"destination", 24, 64>,
    DmaField<"s1", 32, 32, 1>,            // source: bytes from row to row
    DmaField<"s2", 36, 32, 1>,            //         from plane to plane
    DmaField<"d1", 40, 32, 1>,            // destination
    DmaField<"d2", 44, 32, 1>,
    DmaField<"lo1", 48, 16>, DmaField<"hi1", 50, 16>,
    DmaField<"lo2", 52, 16>, DmaField<"hi2", 54, 16>,
    DmaField<"left", 56, 16>, DmaField<"right", 58, 16>,
    DmaField<"cores", 60, 32>             // mask for put and multicast; gather, scatter: index list
  ], [
    DmaKind<"load", 0, 0>, DmaKind<"store", 1, 1>, DmaKind<"copy", 2, 0>, DmaKind<"put", 3, 1>,
    DmaKind<"gather", 4, 0>, DmaKind<"scatter", 5, 1>, DmaKind<"fill", 6, 0>
  ]>;

#endif // MATRIX_ISA_DMA_TD
