//===- Isa/Dma.td - the DMA descriptor ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A descriptor transfers n2 planes of n1 rows of row_bytes bytes. Rows outside
// [lo1, hi1), planes outside [lo2, hi2), and the first `left` and last `right`
// bytes of each row are filled instead of read (padding of edge tiles). source
// and destination are the addresses of row 0 of plane 0, even if that row is
// filled.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_DMA_TD
#define MATRIX_ISA_DMA_TD

include "Schema/Variant.td"

def FamilyDma : DmaEngine<64, [
    DmaField<"kind", 0, 8, "kind of the transfer">,
    DmaField<"flags", 1, 8, "flags of the transfer">,
    DmaField<"semaphore", 2, 8, "number of the semaphore">,
    DmaField<"row_bytes", 4, 32, "bytes of a destination row, fills included">,
    DmaField<"n1", 8, 16, "rows">,
    DmaField<"n2", 10, 16, "planes">,
    DmaField<"fill", 12, 32, "4 bytes, repeated from the start of each row">,
    DmaField<"source", 16, 64, "address of row 0 of plane 0">,
    DmaField<"destination", 24, 64, "address of row 0 of plane 0">,
    DmaField<"s1", 32, 32, "source: bytes from row to row", isSigned=1>,
    DmaField<"s2", 36, 32, "source: bytes from plane to plane", isSigned=1>,
    DmaField<"d1", 40, 32, "destination: bytes from row to row", isSigned=1>,
    DmaField<"d2", 44, 32, "destination: bytes from plane to plane", isSigned=1>,
    DmaField<"lo1", 48, 16, "first row that is not filled">,
    DmaField<"hi1", 50, 16, "first row after lo1 that is filled again">,
    DmaField<"lo2", 52, 16, "first plane that is not filled">,
    DmaField<"hi2", 54, 16, "first plane after lo2 that is filled again">,
    DmaField<"left", 56, 16, "filled bytes at the start of a row">,
    DmaField<"right", 58, 16, "filled bytes at its end">,
    DmaField<"cores", 60, 32, "mask for put and multicast; gather, scatter: index list">
  ], [
    DmaKind<"load", 0, channel=0>, DmaKind<"store", 1, channel=1>, DmaKind<"copy", 2, channel=0>,
    DmaKind<"put", 3, channel=1>, DmaKind<"gather", 4, channel=0>, DmaKind<"scatter", 5, channel=1>,
    DmaKind<"fill", 6, channel=0>
  ], [
    DmaFlag<"post", 0, "when done, at each core written to, else at the core's own">,
    DmaFlag<"multicast", 1, "write to the scratchpad of each core of the mask">
  ]>;

#endif // MATRIX_ISA_DMA_TD
