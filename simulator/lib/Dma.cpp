//===- Dma.cpp - the DMA engine of one core -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dma.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
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

/// Loads, gathers, fills and copies write the own scratchpad, or that of each
/// core in the mask; stores, scatters, puts and copies read the own one.
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
    if (!inMemory(d.readsOwn(), lowest, size))
      return outside("source", d.readsOwn());
  }
  if (d.kind == kind::scatter)
    return "";
  size = d.rowBytes;
  extent(d.destination, d.destinationRow, d.destinationPlane, 0, d.rows, 0,
         d.planes, lowest, size);
  return inMemory(d.writesOwn(), lowest, size)
             ? ""
             : outside("destination", d.writesOwn());
}

std::string DmaEngine::checkCores(const Descriptor &d) const {
  if (d.hasMask() && cores < desc::dma_field::cores.bits && d.cores >> cores)
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

bool DmaEngine::read(uint64_t address, Descriptor &d,
                     std::string &error) const {
  if (!info) {
    error = "this variant has no DMA engine";
    return false;
  }
  const uint8_t *bytes = memory.resolveOwn(core, address, info->descriptorSize);
  std::string which = "descriptor at " + memory.describe(address) + ": ";
  if (!bytes)
    error = which + "must be in the own scratchpad";
  else if (address % info->descriptorSize)
    error = which + "must be aligned to " +
            std::to_string(info->descriptorSize) + " bytes";
  if (!error.empty())
    return false;
  d = Descriptor::read(bytes);
  error = check(d);
  if (!error.empty())
    error = which + error;
  return error.empty();
}

uint64_t DmaEngine::enqueue(const Descriptor &d, uint64_t pc) {
  channels[channelOf(d)].push_back({d, ++lastTicket, pc});
  return lastTicket;
}

uint64_t DmaEngine::start(uint64_t address, uint64_t pc, std::string &error) {
  Descriptor d;
  if (!read(address, d, error))
    return 0;
  Channel &channel = channels[channelOf(d)];
  if (channel.size() >= info->queueEntries && !finishFront(channel, error, pc))
    return 0;
  return enqueue(d, pc);
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

std::vector<uint32_t> DmaEngine::indicesOf(const Descriptor &d) const {
  std::vector<uint32_t> indices;
  if (!d.usesIndexList() || !d.rowBytes)
    return indices;
  indices.resize(d.rows * d.planes);
  uint64_t at = memory.map().ownScratchpad + d.cores;
  if (const void *list = memory.resolveOwn(core, at, 4 * indices.size()))
    std::memcpy(indices.data(), list, 4 * indices.size());
  return indices;
}

bool sim::forEachRow(const Descriptor &d, const std::vector<uint32_t> &indices,
                     llvm::function_ref<bool(const DmaRow &)> visit) {
  bool gather = d.kind == kind::gather, scatter = d.kind == kind::scatter;
  DmaRow r;
  for (r.plane = 0; r.plane < d.planes; ++r.plane)
    for (r.row = 0; r.row < d.rows; ++r.row) {
      r.listed = d.usesIndexList() ? indices[r.plane * d.rows + r.row] : r.row;
      r.from = d.source + (gather ? r.listed : r.row) * uint64_t(d.sourceRow) +
               r.plane * uint64_t(d.sourcePlane);
      r.to = d.destination +
             (scatter ? r.listed : r.row) * uint64_t(d.destinationRow) +
             r.plane * uint64_t(d.destinationPlane);
      r.reads = d.readsRow(r.row, r.plane);
      if (!visit(r))
        return false;
    }
  return true;
}

/// To one receiver. What check() could not see (lists of rows) is found here.
std::string DmaEngine::moveTo(const Descriptor &d, unsigned receiver) {
  std::string error;
  forEachRow(d, indicesOf(d), [&](const DmaRow &r) {
    uint8_t *target = memory.resolve(receiver, r.to, d.rowBytes);
    // Only [left, rowBytes - right) of the row need be there.
    const uint8_t *source =
        r.reads ? memory.resolve(core, r.from + d.left, d.readBytes())
                : nullptr;
    bool isThere = target && (!r.reads || source);
    if (isThere)
      moveRow(d, target, r.reads ? source - d.left : nullptr, r.reads);
    else
      error = "row " + std::to_string(r.row) + " (" + std::to_string(r.listed) +
              " in the index list) is at " +
              memory.describe(target ? r.from : r.to);
    return isThere;
  });
  return error;
}

/// A receiver hears of it when its last byte is there.
std::string DmaEngine::move(const Transfer &transfer) {
  ++moved;
  const Descriptor &d = transfer.descriptor;
  uint32_t receivers = d.receivers(core);
  for (unsigned receiver = 0; receiver < cores; ++receiver) {
    if (!(receivers >> receiver & 1))
      continue;
    std::string error = moveTo(d, receiver);
    if (!error.empty())
      return error;
    if (d.posts())
      semaphores.posted(core, transfer.ticket, receiver, d.semaphore);
  }
  return "";
}

bool DmaEngine::finishFront(Channel &channel, std::string &error,
                            uint64_t &pc) {
  Transfer transfer = channel.front();
  channel.pop_front();
  error = move(transfer);
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

const DmaEngine::Transfer &DmaEngine::find(uint64_t ticket) const {
  for (const auto &entry : channels)
    for (const Transfer &transfer : entry.second)
      if (transfer.ticket == ticket)
        return transfer;
  llvm_unreachable("no such ticket");
}

const Descriptor &DmaEngine::descriptorOf(uint64_t ticket) const {
  return find(ticket).descriptor;
}

bool DmaEngine::deliver(uint64_t ticket, unsigned receiver, std::string &error,
                        uint64_t &pc) {
  const Transfer &transfer = find(ticket);
  error = moveTo(transfer.descriptor, receiver);
  if (error.empty())
    return true;
  error = "transfer " + std::to_string(ticket) + ": " + error;
  pc = transfer.pc;
  return false;
}

void DmaEngine::retire(uint64_t ticket) {
  ++moved;
  for (auto &entry : channels)
    llvm::erase_if(entry.second,
                   [&](const Transfer &t) { return t.ticket == ticket; });
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
