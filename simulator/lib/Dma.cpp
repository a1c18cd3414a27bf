//===- Dma.cpp - the DMA engine of one core -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dma.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace matrix;
using namespace matrix::sim;
namespace field = matrix::desc::dma_field;
namespace kind = matrix::desc::dma_kind;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

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

bool Descriptor::readsRow(uint64_t row, uint64_t plane) const {
  return kind != kind::fill && readBytes() && row >= firstRow &&
         row < lastRow && plane >= firstPlane && plane < lastPlane;
}

bool Descriptor::reads() const {
  return kind != kind::fill && readBytes() &&
         firstRow < std::min(lastRow, rows) &&
         firstPlane < std::min(lastPlane, planes);
}

/// First address and size of what rows and planes in a range touch.
static void extent(uint64_t base, int64_t rowStride, int64_t planeStride,
                   uint64_t firstRow, uint64_t lastRow, uint64_t firstPlane,
                   uint64_t lastPlane, uint64_t &lowest, uint64_t &size) {
  int64_t low = 0, high = 0;
  auto add = [&](int64_t stride, uint64_t first, uint64_t last) {
    int64_t a = stride * int64_t(first), b = stride * int64_t(last - 1);
    low += std::min(a, b);
    high += std::max(a, b);
  };
  add(rowStride, firstRow, lastRow);
  add(planeStride, firstPlane, lastPlane);
  lowest = base + uint64_t(low);
  size += uint64_t(high - low);
}

//===----------------------------------------------------------------------===//
// Checks when a descriptor is started
//===----------------------------------------------------------------------===//

const desc::DmaKindInfo *DmaEngine::kindOf(unsigned code) const {
  for (const desc::DmaKindInfo &k : info->kinds)
    if (k.code == code)
      return &k;
  return nullptr;
}

/// Loads, gathers, fills and copies write the own scratchpad, or that of each
/// core in the mask; stores, scatters, puts and copies read the own one.
static bool writesOwn(const Descriptor &d) {
  return d.kind == kind::load || d.kind == kind::gather ||
         d.kind == kind::fill || d.kind == kind::copy || d.kind == kind::put;
}
static bool readsOwn(const Descriptor &d) {
  return d.kind == kind::store || d.kind == kind::scatter ||
         d.kind == kind::copy || d.kind == kind::put;
}

std::string DmaEngine::checkSides(const Descriptor &d) const {
  uint64_t lowest, size = d.readBytes();
  auto inMemory = [&](bool own, uint64_t address, uint64_t bytes) {
    return own ? memory.resolveOwn(core, address, bytes)
               : memory.resolve(core, address, bytes);
  };
  auto outside = [&](const char *side, bool own) {
    return std::string(side) + " of " + std::to_string(size) + " bytes from " +
           memory.describe(lowest) + " is not in " +
           (own ? "the own scratchpad" : "one memory");
  };
  if (d.reads() && d.kind != kind::gather) {
    extent(d.source, d.sourceRow, d.sourcePlane, d.firstRow,
           std::min(d.lastRow, d.rows), d.firstPlane,
           std::min(d.lastPlane, d.planes), lowest, size);
    lowest += d.left;
    if (!inMemory(readsOwn(d), lowest, size))
      return outside("source", readsOwn(d));
  }
  if (d.kind == kind::scatter)
    return "";
  size = d.rowBytes;
  extent(d.destination, d.destinationRow, d.destinationPlane, 0, d.rows, 0,
         d.planes, lowest, size);
  return inMemory(writesOwn(d), lowest, size)
             ? ""
             : outside("destination", writesOwn(d));
}

/// A mask of receivers, where the field is one.
static bool hasMask(const Descriptor &d) {
  return !d.usesIndexList() && (d.isMulticast() || d.kind == kind::put);
}

std::string DmaEngine::checkCores(const Descriptor &d) const {
  if (hasMask(d) && cores < 32 && d.cores >> cores)
    return "core mask 0x" + llvm::utohexstr(d.cores, true) +
           " names cores beyond the " + std::to_string(cores) + " that run";
  return d.posts() ? semaphores.check(core, d.semaphore) : "";
}

std::string DmaEngine::check(const Descriptor &d) const {
  if (!kindOf(d.kind))
    return "kind " + std::to_string(d.kind) + " is not known";
  if (d.flags & ~(Descriptor::post | Descriptor::multicast))
    return "flags 0x" + llvm::utohexstr(d.flags, true) +
           ": only post (0x1) and multicast (0x2) are known";
  if (d.left + d.right > d.rowBytes)
    return "left and right fill of " + std::to_string(d.left + d.right) +
           " bytes exceed the row of " + std::to_string(d.rowBytes);
  std::string error = checkCores(d);
  if (!error.empty() || !d.rows || !d.planes || !d.rowBytes)
    return error;
  if (d.usesIndexList() &&
      !memory.resolveOwn(core, memory.map().ownScratchpad + d.cores,
                         4 * d.rows * d.planes))
    return "index list at offset 0x" + llvm::utohexstr(d.cores, true) +
           " is not in the own scratchpad";
  return checkSides(d);
}

uint64_t DmaEngine::start(uint64_t address, uint64_t pc, std::string &error) {
  if (!info) {
    error = "this variant has no DMA engine";
    return 0;
  }
  const uint8_t *bytes = memory.resolveOwn(core, address, info->descriptorSize);
  if (!bytes || address % info->descriptorSize) {
    error = "descriptor at " + memory.describe(address) +
            (bytes ? ": must be aligned to " +
                         std::to_string(info->descriptorSize) + " bytes"
                   : ": must be in the own scratchpad");
    return 0;
  }
  Descriptor d = Descriptor::read(bytes);
  error = check(d);
  if (!error.empty()) {
    error = "descriptor at " + memory.describe(address) + ": " + error;
    return 0;
  }
  Channel &channel = channels[kindOf(d.kind)->channel];
  if (channel.size() >= info->queueEntries && !finishFront(channel, error, pc))
    return 0;
  channel.push_back({d, ++lastTicket, pc});
  return lastTicket;
}

//===----------------------------------------------------------------------===//
// Moving data
//===----------------------------------------------------------------------===//

static void fillBytes(uint8_t *row, uint64_t from, uint64_t to,
                      const uint8_t *pattern) {
  for (uint64_t i = from; i < to; ++i)
    row[i] = pattern[i % 4];
}

void DmaEngine::moveRow(const Descriptor &d, uint8_t *to, const uint8_t *from,
                        bool reads) {
  movedBytes += d.rowBytes;
  if (!reads)
    return fillBytes(to, 0, d.rowBytes, d.fill);
  std::memmove(to + d.left, from + d.left, d.readBytes());
  fillBytes(to, 0, d.left, d.fill);
  fillBytes(to, d.rowBytes - d.right, d.rowBytes, d.fill);
}

/// To one receiver. What check() could not see (lists of rows) is found here.
std::string DmaEngine::moveTo(const Descriptor &d, uint64_t destination,
                              unsigned receiver) {
  const uint8_t *list =
      d.usesIndexList()
          ? memory.resolveOwn(core, memory.map().ownScratchpad + d.cores,
                              4 * d.rows * d.planes)
          : nullptr;
  for (uint64_t plane = 0; plane < d.planes; ++plane)
    for (uint64_t row = 0; row < d.rows; ++row) {
      uint64_t listed = row;
      if (list) {
        uint32_t index;
        std::memcpy(&index, list + 4 * (plane * d.rows + row), 4);
        listed = index;
      }
      bool gather = d.kind == kind::gather, scatter = d.kind == kind::scatter;
      uint64_t from = d.source +
                      (gather ? listed : row) * uint64_t(d.sourceRow) +
                      plane * uint64_t(d.sourcePlane);
      uint64_t to = destination +
                    (scatter ? listed : row) * uint64_t(d.destinationRow) +
                    plane * uint64_t(d.destinationPlane);
      bool reads = d.readsRow(row, plane);
      uint8_t *target = memory.resolve(receiver, to, d.rowBytes);
      // Only [left, rowBytes - right) of the row need be there.
      const uint8_t *source =
          reads ? memory.resolve(core, from + d.left, d.readBytes()) : nullptr;
      if (!target || (reads && !source))
        return "row " + std::to_string(row) + " (" + std::to_string(listed) +
               " in the index list) is at " +
               memory.describe(target ? from : to);
      moveRow(d, target, reads ? source - d.left : nullptr, reads);
    }
  return "";
}

/// The cores of the mask; else the one whose engine it is.
std::vector<unsigned> DmaEngine::receivers(const Descriptor &d) const {
  if (!d.cores || !hasMask(d))
    return {core};
  std::vector<unsigned> all;
  for (unsigned receiver = 0; receiver < cores; ++receiver)
    if (d.cores >> receiver & 1)
      all.push_back(receiver);
  return all;
}

/// A receiver hears of it when its last byte is there.
std::string DmaEngine::move(const Descriptor &d) {
  ++moved;
  for (unsigned receiver : receivers(d)) {
    std::string error = moveTo(d, d.destination, receiver);
    if (!error.empty())
      return error;
    if (d.posts())
      semaphores.post(receiver, d.semaphore);
  }
  return "";
}

bool DmaEngine::finishFront(Channel &channel, std::string &error,
                            uint64_t &pc) {
  Transfer transfer = channel.front();
  channel.pop_front();
  error = move(transfer.descriptor);
  if (error.empty())
    return true;
  error = "transfer " + std::to_string(transfer.ticket) + ": " + error;
  pc = transfer.pc;
  return false;
}

bool DmaEngine::finish(uint64_t ticket, std::string &error, uint64_t &pc) {
  for (auto &entry : channels) {
    Channel &channel = entry.second;
    bool queued =
        std::any_of(channel.begin(), channel.end(),
                    [&](const Transfer &t) { return t.ticket == ticket; });
    while (queued) {
      queued = channel.front().ticket != ticket;
      if (!finishFront(channel, error, pc))
        return false;
    }
  }
  return true;
}

bool DmaEngine::isIdle() const {
  return std::all_of(channels.begin(), channels.end(),
                     [](const auto &entry) { return entry.second.empty(); });
}

bool DmaEngine::finishAll(std::string &error, uint64_t &pc) {
  for (auto &entry : channels)
    while (!entry.second.empty())
      if (!finishFront(entry.second, error, pc))
        return false;
  return true;
}
