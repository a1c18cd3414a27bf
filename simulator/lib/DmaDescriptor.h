//===- DmaDescriptor.h - what a transfer is to do ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Is the destination, the source, in the own scratchpad by its kind?
  bool writesOwn() const;
  bool readsOwn() const;
  /// A mask of receivers, where the field is one.
  bool hasMask() const;
  /// The cores of the mask; else the one whose engine it is.
  uint32_t receivers(unsigned core) const;
  uint64_t readBytes() const { return rowBytes - left - right; }
  /// Is any byte read, and is this one?
  bool reads() const;
  bool readsRow(uint64_t row, uint64_t plane) const;
};

/// Says when work on one transfer has become so long that somebody has to be
/// asked about it: beyond what a memory holds, or after many rows, and then
/// again and again.
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

/// Null: no kind has this code.
const desc::DmaKindInfo *lookupKind(const desc::DmaInfo &engine, unsigned code);

/// One row of a transfer: its place, also in the index list, and where it is.
struct DmaRow {
  uint64_t row, plane, listed;
  uint64_t from, to;
  bool reads; // else it is filled
};
/// `indices`: what DmaEngine::indicesOf gave.
DmaRow rowAt(const Descriptor &d, const uint32_t *indices, uint64_t row,
             uint64_t plane);
/// All rows that have bytes, in order, until one gets false: then false.
bool forEachRow(const Descriptor &d, const std::vector<uint32_t> &indices,
                llvm::function_ref<bool(const DmaRow &)> visit);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DMADESCRIPTOR_H
