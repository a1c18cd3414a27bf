//===- ScratchpadUse.cpp - occupancy of scratchpads -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows writes and reads of each line. A transfer reads its source when its
// last line moves, and writes its destinations when it completes.
//
//===----------------------------------------------------------------------===//

#include "ScratchpadUse.h"
#include "Timing/Dma/TimedDma.h"

using namespace matrix::sim;

ScratchpadUse::ScratchpadUse(const BufferNames &names, const System &system,
                             Timeline &timeline, uint64_t lineBytes)
    : names(names), timeline(timeline), lineBytes(lineBytes),
      cores(system.numCores()) {
  if (lineBytes)
    for (std::vector<Line> &lines : cores)
      lines.resize(system.memory().scratchpadBytes() / lineBytes + 1);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// The value in the line has been read for the last time.
void ScratchpadUse::end(unsigned core, Line &line) {
  if (line.written != UINT64_MAX && line.read > line.written)
    timeline.occupied(core, line.written, line.read);
  line = {};
}

/// Writes without a read in between store parts of one value.
void ScratchpadUse::write(unsigned core, Line &line, uint64_t time) {
  if (line.read)
    end(core, line);
  line.written = std::min(line.written, time);
}

void ScratchpadUse::touch(ScratchpadPlace at, uint64_t bytes, uint64_t time,
                          bool isWrite) {
  if (!bytes || !lineBytes)
    return;
  std::vector<Line> &lines = cores[at.core];
  uint64_t last = (at.offset + bytes - 1) / lineBytes;
  for (uint64_t i = at.offset / lineBytes; i <= last && i < lines.size(); ++i)
    if (isWrite)
      write(at.core, lines[i], time);
    else
      lines[i].read = std::max(lines[i].read, time + 1);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void ScratchpadUse::issued(const IssueEvent &event) {
  if (!event.accesses)
    return;
  for (const Access &access : *event.accesses) {
    if (access.memory != AccessLog::flat)
      continue;
    for (uint32_t i = 0; i < access.rows; ++i)
      if (auto at = names.scratchpadAt(event.core, access.row(i)))
        touch(*at, access.bytes, event.issue, access.isWrite);
  }
}

void ScratchpadUse::started(const TransferStart &event) {
  inFlight[{event.core, event.handle}] = {event.descriptor, event.indices};
}

void ScratchpadUse::transferred(const TransferRecord &record) {
  auto node = inFlight.extract({record.core, record.handle});
  const Transfer &transfer = node.mapped();
  const Descriptor &d = transfer.descriptor;
  uint32_t receivers = d.receivers(record.core);
  forEachRow(d, transfer.indices, [&](const DmaRow &row) {
    auto from = names.scratchpadAt(record.core, row.from + d.left);
    if (from && row.reads)
      touch(*from, d.readBytes(), record.lastLine, /*isWrite=*/false);
    auto to = names.scratchpadAt(record.core, row.to);
    for (unsigned core = 0; to && core < cores.size(); ++core)
      if (d.hasMask() ? receivers >> core & 1 : core == to->core)
        touch({core, to->offset}, d.rowBytes, record.completed,
              /*isWrite=*/true);
    return true;
  });
}

void ScratchpadUse::finished(const EndEvent &event) {
  for (Line &line : cores[event.core])
    end(event.core, line);
}
