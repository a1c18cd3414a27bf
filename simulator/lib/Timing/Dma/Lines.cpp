//===- Lines.cpp - lines of a DMA transfer --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classifies source and destination of a descriptor, counts the lines of each
// row, and determines the ring stops. A row of b bytes at address a touches
//
//     (a + b - 1) / L - a / L + 1    (rounded down, L = LineBytes)
//
// lines of DRAM. The count depends on a modulo L only: if the row pitch is a
// multiple of L, all rows of a plane touch equally many lines and are counted
// at once. Lines that do not touch DRAM are counted by the bytes of the row,
// without alignment. A row that is read from DRAM and padded takes DRAM lines
// for the bytes read and local lines for the rest.
//
//===----------------------------------------------------------------------===//

#include "Lines.h"
#include "Memory/DmaDescriptor.h"
#include "Ring.h"

using namespace matrix;
using namespace matrix::sim;
namespace kind = matrix::desc::dma_kind;

namespace {

enum class Side { Dram, Own, Other };

class Counter {
public:
  Counter(const desc::VariantInfo &variant, unsigned core, const Descriptor &d)
      : map(variant.map), line(variant.dma->lineBytes), core(core),
        stopsOnRing(variant.cores), d(d) {}

  TransferLines count(const uint32_t *indices);

private:
  Side sideOf(uint64_t address) const;
  unsigned ownerOf(uint64_t address) const {
    return unsigned((address - map.scratchpads) / map.scratchpadPitch);
  }
  void route(const uint32_t *indices);
  void addStop(unsigned at);
  unsigned treeHops() const;
  void addRows(uint64_t first, uint64_t last, uint64_t plane, bool read,
               const uint32_t *indices);
  void addRow(uint64_t from, uint64_t to, bool read, uint64_t times);
  uint64_t touched(uint64_t address, uint64_t bytes) const {
    return bytes ? (address + bytes - 1) / line - address / line + 1 : 0;
  }

  const desc::AddressMapInfo &map;
  uint64_t line;
  unsigned core, stopsOnRing;
  const Descriptor &d;
  Side source = Side::Own, destination = Side::Own;
  LineKind ownLine = LineKind::Local; // kind of rows that do not touch DRAM
  TransferLines result;
};

} // namespace

Side Counter::sideOf(uint64_t address) const {
  if (address < map.ownScratchpad)
    return Side::Dram;
  if (address < map.scratchpads || ownerOf(address) == core)
    return Side::Own;
  return Side::Other;
}

void Counter::addStop(unsigned at) {
  unsigned hops = ringDistance(core, at, stopsOnRing);
  result.stops.push_back({core, at, hops});
}

/// A multicast uses one tree per ring direction, as long as its farthest
/// receiver.
unsigned Counter::treeHops() const {
  unsigned farthest[2] = {0, 0};
  for (const RingStop &stop : result.stops) {
    unsigned up = (stop.core + stopsOnRing - core) % stopsOnRing;
    unsigned &way = farthest[up == stop.hops];
    way = std::max(way, stop.hops);
  }
  return farthest[0] + farthest[1];
}

/// Determines the memories of source and destination and the arrival points.
void Counter::route(const uint32_t *indices) {
  result.receivers = d.receivers(core);
  if (!d.readsOwn() && d.kind != kind::fill)
    source = sideOf(firstReadByte(d, indices));
  if (!d.writesOwn())
    destination = sideOf(d.destination);
  result.writesDram = destination == Side::Dram;
  if (source == Side::Other) {
    unsigned owner = ownerOf(firstReadByte(d, indices));
    result.treeHops = ringDistance(owner, core, stopsOnRing);
    result.stops.push_back({owner, core, 2 * result.treeHops});
    return; // request and reply
  }
  if (destination == Side::Other)
    addStop(ownerOf(d.destination));
  result.isPut =
      d.kind != kind::fill && source == Side::Own && destination == Side::Own;
  for (unsigned at = 0; result.isPut && at < desc::dma_field::cores.bits; ++at)
    if (result.receivers >> at & 1 && at != core)
      addStop(at);
  if (result.stops.empty())
    return;
  ownLine = LineKind::Ring;
  result.treeHops = treeHops();
}

void Counter::addRow(uint64_t from, uint64_t to, bool read, uint64_t times) {
  uint64_t all = (d.rowBytes + line - 1) / line;
  if (destination == Side::Dram)
    return result.add(LineKind::Dram, times * touched(to, d.rowBytes));
  if (!read || source == Side::Own)
    return result.add(ownLine, times * all);
  if (source == Side::Other)
    return result.add(LineKind::Ring, times * all);
  uint64_t dram = touched(from + d.left, d.readBytes());
  if (dram >= all)
    return result.add(LineKind::Dram, times * dram);
  for (uint64_t i = 0; i < times && !result.isTooLong(); ++i) {
    result.add(LineKind::Dram, dram);
    result.add(LineKind::Local, all - dram);
  }
}

/// Adds rows of one plane that are all read, or all filled.
void Counter::addRows(uint64_t first, uint64_t last, uint64_t plane, bool read,
                      const uint32_t *indices) {
  if (first >= last)
    return;
  auto add = [&](uint64_t row, uint64_t times) {
    DmaRow r = rowAt(d, indices, row, plane);
    addRow(r.from, r.to, read, times);
  };
  // If row pitches are multiples of a line, all rows touch equally many lines.
  bool fromDram = read && source == Side::Dram,
       toDram = destination == Side::Dram;
  if ((!fromDram || d.sourceRow % int64_t(line) == 0) &&
      (!toDram || d.destinationRow % int64_t(line) == 0))
    return add(first, last - first);
  for (uint64_t row = first; row < last && !result.isTooLong(); ++row)
    add(row, 1);
}

TransferLines Counter::count(const uint32_t *indices) {
  route(indices);
  uint64_t first = std::min(d.firstRow, d.rows),
           last = std::max(first, std::min(d.lastRow, d.rows));
  for (uint64_t plane = 0; d.rowBytes && plane < d.planes; ++plane) {
    bool reads = d.readsRow(first, plane);
    uint64_t end = reads ? last : first;
    addRows(0, first, plane, false, indices);
    addRows(first, end, plane, true, indices);
    addRows(end, d.rows, plane, false, indices);
  }
  return std::move(result);
}

TransferLines sim::linesOf(const desc::VariantInfo &variant, unsigned core,
                           const Descriptor &descriptor,
                           const uint32_t *indices) {
  return Counter(variant, core, descriptor).count(indices);
}
