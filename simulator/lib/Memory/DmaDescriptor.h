//===- DmaDescriptor.h - DMA descriptors ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields of a DMA descriptor and the rows it describes. Functional data
// movement, hazard detection and the timing model enumerate the same rows by
// forEachRow or rowAt, so that they agree on addresses and order. Sizes and
// strides are in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DMADESCRIPTOR_H
#define MATRIX_SIMULATOR_DMADESCRIPTOR_H

#include "matrix/Description/Variants.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// The fields of a descriptor (td/Isa/Dma.td).
struct Descriptor {
  unsigned kind = 0, flags = 0;
  uint64_t rowBytes = 0, rows = 0, planes = 0;
  uint8_t fill[4] = {};
  uint64_t source = 0, destination = 0;
  int64_t sourceRow = 0, sourcePlane = 0, destinationRow = 0,
          destinationPlane = 0;
  uint64_t firstRow = 0, lastRow = 0, firstPlane = 0, lastPlane = 0;
  uint64_t left = 0, right = 0;
  uint32_t cores = 0;
  unsigned semaphore = 0;

  static Descriptor read(const uint8_t *bytes);
  bool posts() const { return flags & desc::dma_flag::post; }
  bool isMulticast() const { return flags & desc::dma_flag::multicast; }
  bool usesIndexList() const;
  /// True if the kind implies that the destination, or the source, is in the
  /// own scratchpad.
  bool writesOwn() const;
  bool readsOwn() const;
  /// True if the field `cores` is a mask of receivers.
  bool hasMask() const;
  /// The cores of the mask, or the core of the engine if there is no mask.
  uint32_t receivers(unsigned core) const;
  uint64_t readBytes() const { return rowBytes - left - right; }
  /// True if any byte, or any byte of this row, is read.
  bool reads() const;
  bool readsRow(uint64_t row, uint64_t plane) const;
};

/// Decides when a long transfer must be checked against limits and signals:
/// after more work than fills any memory, and regularly from then on.
class LongWork {
public:
  bool add(uint64_t bytes) {
    done += rowWeight + bytes;
    if (done < next)
      return false;
    next = done + step;
    return true;
  }

private:
  static constexpr uint64_t rowWeight = 256, first = uint64_t(1) << 34,
                            step = uint64_t(1) << 28;
  uint64_t done = 0, next = first;
};

/// Returns null if no kind has this code.
const desc::DmaKindInfo *lookupKind(const desc::DmaInfo &engine, unsigned code);

/// One row of a transfer: its indices, its number in the index list, and its
/// addresses.
struct DmaRow {
  uint64_t row, plane, listed;
  uint64_t from, to;
  bool reads; // false: filled
};
/// `indices`: result of DmaEngine::indicesOf.
DmaRow rowAt(const Descriptor &d, const uint32_t *indices, uint64_t row,
             uint64_t plane);
/// Returns the address of the first byte that is read, or the source if none
/// is. The source itself may be before the memory: bytes on the left, rows
/// and planes that are filled are not read.
uint64_t firstReadByte(const Descriptor &d, const uint32_t *indices);
/// Visits all nonempty rows in order, until `visit` returns false. Returns
/// false in that case.
bool forEachRow(const Descriptor &d, const std::vector<uint32_t> &indices,
                llvm::function_ref<bool(const DmaRow &)> visit);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DMADESCRIPTOR_H
