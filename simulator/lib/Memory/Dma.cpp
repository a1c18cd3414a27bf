//===- Dma.cpp - functional DMA engine of one core ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queues of descriptors per channel, and the movement of data: copy, gather,
// scatter, fill and multicast, row by row. A channel completes its transfers in
// order: a wait for a handle moves all transfers of the channel up to it. A row
// of b bytes of which left and right are filled is
//
//     | fill, left bytes | read, b - left - right bytes | fill, right bytes |
//
// and the fill pattern of four bytes is aligned to the start of the row. Errors
// carry the instruction that started the transfer. Long transfers check limits
// and signals between rows.
//
//===----------------------------------------------------------------------===//

#include "Dma.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;
namespace kind = matrix::desc::dma_kind;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

char TransferError::ID;

bool sim::trapOnError(Core &core, Error error) {
  bool isFine = !error;
  handleAllErrors(std::move(error), [&](const TransferError &e) {
    core.trapAt(e.pc, e.kind, e.what);
  });
  return isFine;
}

/// Adds the transfer to an error of moveTo().
static Error failed(Error error, uint64_t handle, uint64_t pc) {
  return handleErrors(std::move(error), [&](const TransferError &e) -> Error {
    return make_error<TransferError>(
        e.kind, "transfer " + std::to_string(handle) + ": " + e.what, pc);
  });
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

unsigned sim::numChannels(const desc::DmaInfo *info) {
  unsigned channels = 0;
  if (info)
    for (const desc::DmaKindInfo &kind : info->kinds)
      channels = std::max(channels, kind.channel + 1);
  return channels;
}

void DmaEngine::reset() {
  channels.clear();
  lastHandle = moved = movedBytes = 0;
}

uint64_t DmaEngine::enqueue(const Descriptor &d, uint64_t pc) {
  channels[channelOf(d)].push_back({d, ++lastHandle, pc});
  return lastHandle;
}

Expected<uint64_t> DmaEngine::start(uint64_t address, uint64_t pc) {
  Expected<Descriptor> d = read(address);
  if (!d)
    return d.takeError();
  Channel &channel = channels[channelOf(*d)];
  if (channel.size() >= info->queueEntries)
    if (Error error = finishFront(channel))
      return error;
  return enqueue(*d, pc);
}

//===----------------------------------------------------------------------===//
// Data movement
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
  if (!d.usesIndexList() || !d.rows || !d.planes || !d.rowBytes)
    return indices;
  indices.resize(d.rows * d.planes);
  uint64_t at = memory.map().ownScratchpad + d.cores;
  if (const void *list = memory.resolveOwn(core, at, 4 * indices.size()))
    std::memcpy(indices.data(), list, 4 * indices.size());
  return indices;
}

/// True if the row is in the same memory as row 0: all lines of a transfer use
/// the same path.
bool DmaEngine::isListedThere(const Descriptor &d, const DmaRow &row) const {
  auto placeOf = [&](uint64_t address) {
    const desc::AddressMapInfo &map = memory.map();
    if (address < map.ownScratchpad)
      return uint64_t(0);
    return 1 + (address < map.scratchpads
                    ? core
                    : (address - map.scratchpads) / map.scratchpadPitch);
  };
  if (d.kind == kind::gather)
    return !row.reads || placeOf(row.from) == placeOf(d.source);
  return d.kind != kind::scatter || placeOf(row.to) == placeOf(d.destination);
}

/// Moves the rows for one receiver. Reports errors that check() cannot detect,
/// in rows of an index list.
Error DmaEngine::moveTo(const Descriptor &d, unsigned receiver) {
  Error error = Error::success();
  ErrorAsOutParameter checked(error);
  LongWork work;
  forEachRow(d, indicesOf(d), [&](const DmaRow &r) {
    if (work.add(d.rowBytes) && (error = checkLimit(d)))
      return false;
    uint8_t *target = memory.resolve(receiver, r.to, d.rowBytes);
    // Only the bytes [left, rowBytes - right) of the row must be in memory.
    const uint8_t *source =
        r.reads ? memory.resolve(core, r.from + d.left, d.readBytes())
                : nullptr;
    bool isNear = isListedThere(d, r);
    bool isThere = target && (!r.reads || source) && isNear;
    if (isThere)
      moveRow(d, target, r.reads ? source - d.left : nullptr, r.reads);
    else
      error = make_error<TransferError>(
          TrapKind::BadDescriptor,
          "row " + std::to_string(r.row) + " (" + std::to_string(r.listed) +
              " in the index list) is at " +
              memory.describe(d.kind == kind::scatter || !target ? r.to
                                                                 : r.from) +
              (isNear ? "" : ", but all of them have to be in one memory"));
    return isThere;
  });
  return error;
}

/// Each receiver is notified after its last byte has arrived.
Error DmaEngine::move(const Transfer &transfer) {
  ++moved;
  const Descriptor &d = transfer.descriptor;
  uint32_t receivers = d.receivers(core);
  for (unsigned receiver = 0; receiver < cores; ++receiver) {
    if (!(receivers >> receiver & 1))
      continue;
    if (Error error = moveTo(d, receiver))
      return failed(std::move(error), transfer.handle, transfer.pc);
    if (d.posts())
      semaphores.posted(core, transfer.handle, receiver, d.semaphore);
  }
  return Error::success();
}

Error DmaEngine::finishFront(Channel &channel) {
  Transfer transfer = channel.front();
  channel.pop_front();
  return move(transfer);
}

Error DmaEngine::finish(uint64_t handle) {
  for (auto &entry : channels) {
    Channel &channel = entry.second;
    bool queued =
        std::any_of(channel.begin(), channel.end(),
                    [&](const Transfer &t) { return t.handle == handle; });
    while (queued) {
      queued = channel.front().handle != handle;
      if (Error error = finishFront(channel))
        return error;
    }
  }
  return Error::success();
}

const DmaEngine::Transfer &DmaEngine::find(uint64_t handle) const {
  for (const auto &entry : channels)
    for (const Transfer &transfer : entry.second)
      if (transfer.handle == handle)
        return transfer;
  llvm_unreachable("no such handle");
}

const Descriptor &DmaEngine::descriptorOf(uint64_t handle) const {
  return find(handle).descriptor;
}

Error DmaEngine::deliver(uint64_t handle, unsigned receiver) {
  const Transfer &transfer = find(handle);
  return failed(moveTo(transfer.descriptor, receiver), handle, transfer.pc);
}

void DmaEngine::retire(uint64_t handle) {
  ++moved;
  for (auto &entry : channels)
    llvm::erase_if(entry.second,
                   [&](const Transfer &t) { return t.handle == handle; });
}

bool DmaEngine::isIdle() const {
  return std::all_of(channels.begin(), channels.end(),
                     [](const auto &entry) { return entry.second.empty(); });
}

Error DmaEngine::finishAll() {
  for (auto &entry : channels)
    while (!entry.second.empty())
      if (Error error = finishFront(entry.second))
        return error;
  return Error::success();
}
