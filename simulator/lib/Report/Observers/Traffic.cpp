//===- Traffic.cpp - DRAM traffic by region and buffer --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums the lines of completed transfers. A transfer has at most one side in
// DRAM: if its destination is a scratchpad, the source is that side. The
// address is stored when the transfer starts, since the record of its
// completion does not contain it.
//
//===----------------------------------------------------------------------===//

#include "Traffic.h"
#include "Timing/Dma/TimedDma.h"
#include <algorithm>

using namespace matrix::sim;

Traffic::Traffic(const SourceMap &map, const BufferNames &names,
                 const System &system, uint64_t lineBytes)
    : regions(map.labels.size()), map(map), names(names), system(system),
      lineBytes(lineBytes) {}

void Traffic::issued(const IssueEvent &event) {
  RegionTraffic &region = regions[map.labelOf(event.index)];
  region.first = std::min(region.first, event.issue);
  region.last =
      std::max(region.last, std::max(event.occupied, event.issue + 1));
}

void Traffic::started(const TransferStart &event) {
  TransferSides sides = sidesOf(event);
  bool isLoad = names.scratchpadAt(event.core, sides.to).has_value();
  places[{event.core, event.handle}] = isLoad ? sides.from : sides.to;
}

void Traffic::transferred(const TransferRecord &record) {
  auto place = places.extract({record.core, record.handle});
  RegionTraffic &region =
      regions[map.labelOf(system.code().indexOf(record.pc))];
  ++region.transfers;
  region.multicasts += record.dramLines && record.receivers > 1;
  uint64_t bytes = record.dramLines * lineBytes;
  if (!bytes)
    return;
  DramBytes &buffer = buffers[names.find(place.mapped())];
  for (DramBytes *sum : {&region.dram, &buffer})
    (record.writesDram ? sum->written : sum->read) += bytes;
}
