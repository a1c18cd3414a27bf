//===- DmaDescriptor.cpp - DMA descriptors --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads descriptors by the generated field layout, and enumerates their rows:
// planes outside, rows inside. Row r of plane p is at base + r * rowStride + p
// * planeStride, where an index list replaces r for the source of a gather and
// the destination of a scatter. A row outside of [firstRow, lastRow) x
// [firstPlane, lastPlane) is filled instead of read, which pads a tensor.
//
//===----------------------------------------------------------------------===//

#include "DmaDescriptor.h"
#include <algorithm>
#include <cstring>

using namespace matrix;
using namespace matrix::sim;
namespace field = matrix::desc::dma_field;
namespace kind = matrix::desc::dma_kind;

static uint64_t load(const uint8_t *bytes, const desc::DmaField &f) {
  uint64_t value = 0;
  std::memcpy(&value, bytes + f.offset, f.bits / 8);
  if (f.isSigned && f.bits < 64 && value >> (f.bits - 1))
    value -= uint64_t(1) << f.bits;
  return value;
}

Descriptor Descriptor::read(const uint8_t *bytes) {
  Descriptor d;
  d.kind = load(bytes, field::kind);
  d.flags = load(bytes, field::flags);
  d.semaphore = load(bytes, field::semaphore);
  d.rowBytes = load(bytes, field::row_bytes);
  d.rows = load(bytes, field::n1);
  d.planes = load(bytes, field::n2);
  uint32_t fill = load(bytes, field::fill);
  std::memcpy(d.fill, &fill, sizeof(d.fill));
  d.source = load(bytes, field::source);
  d.destination = load(bytes, field::destination);
  d.sourceRow = load(bytes, field::s1);
  d.sourcePlane = load(bytes, field::s2);
  d.destinationRow = load(bytes, field::d1);
  d.destinationPlane = load(bytes, field::d2);
  d.firstRow = load(bytes, field::lo1);
  d.lastRow = load(bytes, field::hi1);
  d.firstPlane = load(bytes, field::lo2);
  d.lastPlane = load(bytes, field::hi2);
  d.left = load(bytes, field::left);
  d.right = load(bytes, field::right);
  d.cores = load(bytes, field::cores);
  return d;
}

bool Descriptor::usesIndexList() const {
  return kind == kind::gather || kind == kind::scatter;
}

/// Loads, gathers, fills and copies write the core's own scratchpad, or that of
/// each core in the mask; stores, scatters, puts and copies read the core's own
/// one.
bool Descriptor::writesOwn() const {
  return kind == kind::load || kind == kind::gather || kind == kind::fill ||
         kind == kind::copy || kind == kind::put;
}
bool Descriptor::readsOwn() const {
  return kind == kind::store || kind == kind::scatter || kind == kind::copy ||
         kind == kind::put;
}

bool Descriptor::hasMask() const {
  return !usesIndexList() && (isMulticast() || kind == kind::put);
}

uint32_t Descriptor::receivers(unsigned core) const {
  return cores && hasMask() ? cores : uint32_t(1) << core;
}

bool Descriptor::readsRow(uint64_t row, uint64_t plane) const {
  return kind != kind::fill && readBytes() && row >= firstRow &&
         row < lastRow && plane >= firstPlane && plane < lastPlane;
}

bool Descriptor::reads() const {
  return kind != kind::fill && readBytes() &&
         firstRow < std::min(lastRow, rows) &&
         firstPlane < std::min(lastPlane, planes);
}

const desc::DmaKindInfo *sim::lookupKind(const desc::DmaInfo &engine,
                                         unsigned code) {
  for (const desc::DmaKindInfo &k : engine.kinds)
    if (k.code == code)
      return &k;
  return nullptr;
}

DmaRow sim::rowAt(const Descriptor &d, const uint32_t *indices, uint64_t row,
                  uint64_t plane) {
  uint64_t listed = d.usesIndexList() ? indices[plane * d.rows + row] : row;
  uint64_t from = d.kind == kind::gather ? listed : row,
           to = d.kind == kind::scatter ? listed : row;
  return {row,
          plane,
          listed,
          d.source + from * uint64_t(d.sourceRow) +
              plane * uint64_t(d.sourcePlane),
          d.destination + to * uint64_t(d.destinationRow) +
              plane * uint64_t(d.destinationPlane),
          d.readsRow(row, plane)};
}

uint64_t sim::firstReadByte(const Descriptor &d, const uint32_t *indices) {
  return d.reads() ? rowAt(d, indices, d.firstRow, d.firstPlane).from + d.left
                   : d.source;
}

bool sim::forEachRow(const Descriptor &d, const std::vector<uint32_t> &indices,
                     llvm::function_ref<bool(const DmaRow &)> visit) {
  for (uint64_t plane = 0; d.rowBytes && plane < d.planes; ++plane)
    for (uint64_t row = 0; row < d.rows; ++row)
      if (!visit(rowAt(d, indices.data(), row, plane)))
        return false;
  return true;
}
