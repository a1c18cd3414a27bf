//===- TransferLines.cpp - Lines of the requests of the DMA model ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines that a transfer moves, in order, and the ports that they pass.
//
//===----------------------------------------------------------------------===//

#include "TransferModel.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

static const desc::AddressMapInfo &map = desc::defaultVariant().map;

unsigned Model::distance(unsigned a, unsigned b) const {
  unsigned up = (b + cores - a) % cores;
  return std::min(up, (cores - up) % cores);
}

int test::ownerOf(uint64_t address, unsigned self) {
  if (address < map.ownScratchpad)
    return -1;
  if (address < map.scratchpads)
    return int(self);
  return int((address - map.scratchpads) / map.scratchpadPitch);
}

static uint64_t linesTouched(uint64_t address, uint64_t bytes) {
  std::set<uint64_t> lines;
  for (uint64_t i = 0; i < bytes; ++i)
    lines.insert((address + i) / 64);
  return lines.size();
}

bool test::isPut(const Descriptor &d, unsigned core) {
  if (d.kind == kind::load || d.kind == kind::gather)
    return ownerOf(d.source, core) == int(core);
  if (d.kind == kind::store || d.kind == kind::scatter)
    return ownerOf(d.destination, core) == int(core);
  return d.kind == kind::put || d.kind == kind::copy;
}

std::set<unsigned> Model::receiversOf(const Item &item) const {
  const Descriptor &d = *item.descriptor;
  bool mask = (d.flags & flag::multicast) || d.kind == kind::put;
  if (d.kind == kind::gather || d.kind == kind::scatter || !mask || !d.cores)
    return {item.core};
  std::set<unsigned> receivers;
  for (unsigned core = 0; core < 32; ++core)
    if (d.cores & (1u << core))
      receivers.insert(core);
  return receivers;
}

void Model::addRow(Item &item, uint64_t from, uint64_t to, bool reads) const {
  const Descriptor &d = *item.descriptor;
  uint64_t all = (d.rowBytes + 63) / 64;
  auto add = [&](Kind kind, uint64_t count) {
    item.lines.insert(item.lines.end(), count, kind);
  };
  bool fromOutside = d.kind == kind::load || d.kind == kind::gather;
  bool toOutside = d.kind == kind::store || d.kind == kind::scatter;
  if (isPut(d, item.core))
    return add(item.ports.empty() ? Local : Ring, all);
  if (toOutside && ownerOf(d.destination, item.core) < 0)
    return add(Dram, linesTouched(to, d.rowBytes));
  if (fromOutside && !reads)
    return add(Local, all);
  if (fromOutside && ownerOf(d.source, item.core) < 0) {
    uint64_t dram = linesTouched(from + d.left, d.rowBytes - d.left - d.right);
    add(Dram, dram);
    return add(Local, all > dram ? all - dram : 0);
  }
  add(item.ports.empty() ? Local : Ring, all);
}

std::unique_ptr<Model::Item> Model::makeItem(unsigned core,
                                             unsigned index) const {
  const Request &request = requests[core][index];
  const Descriptor &d = request.descriptor;
  auto item = std::make_unique<Item>();
  item->core = core;
  item->index = index;
  item->descriptor = &d;
  item->direct = cycle + 2;
  int source = ownerOf(d.source, core), to = ownerOf(d.destination, core);
  if (isPut(d, core)) {
    for (unsigned r : receiversOf(*item))
      if (r != core)
        item->ports[r] = distance(core, r);
  } else if ((d.kind == kind::load || d.kind == kind::gather) && source >= 0 &&
             source != int(core)) {
    item->ports[core] = 2 * distance(core, unsigned(source));
  } else if ((d.kind == kind::store || d.kind == kind::scatter) && to >= 0 &&
             to != int(core)) {
    item->ports[unsigned(to)] = distance(core, unsigned(to));
  }
  for (uint64_t plane = 0; plane < d.planes; ++plane)
    for (uint64_t row = 0; row < d.rows; ++row) {
      uint64_t listed =
          request.indices.empty() ? row : request.indices[plane * d.rows + row];
      uint64_t fromRow = d.kind == kind::gather ? listed : row;
      uint64_t toRow = d.kind == kind::scatter ? listed : row;
      bool reads = d.kind != kind::fill && row >= d.firstRow &&
                   row < d.lastRow && plane >= d.firstPlane &&
                   plane < d.lastPlane && d.left + d.right < d.rowBytes;
      addRow(*item,
             d.source + fromRow * uint64_t(d.sourceRow) +
                 plane * uint64_t(d.sourcePlane),
             d.destination + toRow * uint64_t(d.destinationRow) +
                 plane * uint64_t(d.destinationPlane),
             reads);
    }
  uint64_t ring =
      uint64_t(std::count(item->lines.begin(), item->lines.end(), Ring));
  for (auto &port : item->ports)
    item->toPass[port.first] = ring;
  return item;
}
