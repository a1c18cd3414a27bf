//===- Transfers.cpp - hazards of DMA transfers ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DMA transfer may move its data at any time between its start and the wait
// for it. All its accesses are therefore checked when it starts, and are
// attributed to the thread of its channel, until another thread is ordered
// after it.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "llvm/ADT/bit.h"

using namespace matrix;
using namespace matrix::sim;
namespace field = matrix::desc::dma_field;
namespace kind = matrix::desc::dma_kind;

namespace {
/// Merges contiguous rows into one range.
class Ranges {
public:
  using Take = llvm::function_ref<bool(uint64_t address, uint64_t size)>;
  explicit Ranges(Take take) : take(take) {}

  bool add(uint64_t address, uint64_t size) {
    if (bytes && address == start + bytes) {
      bytes += size;
      return true;
    }
    bool ok = flush();
    start = address;
    bytes = size;
    return ok;
  }
  bool flush() {
    bool ok = !bytes || take(start, bytes);
    bytes = 0;
    return ok;
  }

private:
  Take take;
  uint64_t start = 0, bytes = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Descriptor
//===----------------------------------------------------------------------===//

static bool fills(const Descriptor &d) {
  return d.kind == kind::fill || d.left || d.right || d.firstRow ||
         d.firstPlane || d.lastRow < d.rows || d.lastPlane < d.planes;
}

/// Fields of the descriptor that affect this transfer.
static std::vector<desc::DmaField> usedFields(const Descriptor &d) {
  std::vector<desc::DmaField> used = {
      field::kind, field::flags, field::row_bytes, field::n1,
      field::n2,   field::left,  field::right,     field::destination};
  auto when = [&](bool condition, std::initializer_list<desc::DmaField> more) {
    if (condition)
      used.insert(used.end(), more);
  };
  bool reads = d.kind != kind::fill;
  when(reads, {field::source, field::lo1, field::hi1, field::lo2, field::hi2});
  when(reads && d.rows > 1, {field::s1});
  when(reads && d.planes > 1, {field::s2});
  when(d.rows > 1, {field::d1});
  when(d.planes > 1, {field::d2});
  when(fills(d), {field::fill});
  when(d.posts(), {field::semaphore});
  when(d.hasMask() || d.usesIndexList(), {field::cores});
  return used;
}

bool Hazards::starts(Core &core, uint64_t descriptor) {
  const desc::DmaInfo *info = system.variant().dma;
  const uint8_t *bytes =
      info ? system.memory().resolveOwn(core.number, descriptor,
                                        info->descriptorSize)
           : nullptr;
  if (!bytes)
    return true; // the engine reports the error
  Checks &own = *checks[core.number];
  Descriptor d = Descriptor::read(bytes);
  for (const desc::DmaField &f : lookupKind(*info, d.kind)
                                     ? usedFields(d)
                                     : std::vector<desc::DmaField>{field::kind})
    if (!own.accessFlags().isLoadable(bytes + f.offset, f.bits / 8) &&
        !own.read(bytes + f.offset, f.bits / 8)) {
      core.trapped.what = "takes a descriptor and " + core.trapped.what;
      return false;
    }
  return true;
}

/// A transfer that posts also releases what the core did before it, so that the
/// fast-path flags are cleared.
bool Hazards::started(Core &core, uint64_t descriptor, uint64_t handle) {
  const DmaEngine &engine = system.dma(core.number);
  Descriptor d = Descriptor::read(system.memory().resolveOwn(
      core.number, descriptor, system.variant().dma->descriptorSize));
  unsigned channel = engine.channelOf(d), thread;
  uint32_t receivers = d.receivers(core.number);
  ordering.start(core.number, channel, handle,
                 d.posts() ? llvm::popcount(receivers) : 0);
  thread = ordering.channelThread(core.number, channel);
  if (d.posts())
    checks[core.number]->forget();
  if (!d.rows || !d.planes || !d.rowBytes)
    return true;
  std::vector<uint32_t> indices = engine.indicesOf(d);
  if (!readsRows(core, d, indices, thread))
    return false;
  for (unsigned receiver = 0; receiver < system.numCores(); ++receiver)
    if (receivers >> receiver & 1 &&
        !writesRows(core, d, indices, thread, receiver))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Like forEachRow, but checks limits and signals: transfers may be very long.
bool Hazards::visitRows(Core &core, unsigned thread, const Descriptor &d,
                        const std::vector<uint32_t> &indices,
                        llvm::function_ref<bool(const DmaRow &)> visit) {
  LongWork work;
  return forEachRow(d, indices, [&](const DmaRow &row) {
    if (work.add(d.rowBytes))
      if (llvm::Error error = system.dma(core.number).checkLimit(d))
        return report(core, TrapKind::InstructionLimit,
                      "transfer " + std::to_string(ordering.tick(thread)) +
                          ": " + llvm::toString(std::move(error)));
    return visit(row);
  });
}

bool Hazards::readsRows(Core &core, const Descriptor &d,
                        const std::vector<uint32_t> &indices, unsigned thread) {
  auto take = [&](uint64_t address, uint64_t bytes) {
    return touches(core, thread, core.number, address, bytes, false);
  };
  uint64_t list = system.memory().map().ownScratchpad + d.cores;
  if (d.usesIndexList() && !take(list, 4 * indices.size()))
    return false;
  Ranges ranges(take);
  return visitRows(core, thread, d, indices,
                   [&](const DmaRow &row) {
                     return !row.reads ||
                            ranges.add(row.from + d.left, d.readBytes());
                   }) &&
         ranges.flush();
}

bool Hazards::writesRows(Core &core, const Descriptor &d,
                         const std::vector<uint32_t> &indices, unsigned thread,
                         unsigned receiver) {
  auto take = [&](uint64_t address, uint64_t bytes) {
    return touches(core, thread, receiver, address, bytes, true);
  };
  Ranges ranges(take);
  return visitRows(core, thread, d, indices,
                   [&](const DmaRow &row) {
                     return ranges.add(row.to, d.rowBytes);
                   }) &&
         ranges.flush();
}

/// `of` is the core whose address space is used.
bool Hazards::touches(Core &core, unsigned thread, unsigned of,
                      uint64_t address, uint64_t bytes, bool write) {
  const uint8_t *at = system.memory().resolve(of, address, bytes);
  if (!at)
    return true; // the engine reports the error
  uint64_t offset = offsetOf(at);
  Checks &own = *checks[core.number];
  if (write && isCode(offset, bytes))
    return report(core, TrapKind::CodeModified,
                  "starts a transfer that writes into the code, " +
                      range(offset, bytes, core.number));
  if (!isGiven(offset, bytes, core.number))
    return report(core, TrapKind::HeapOverflow,
                  std::string("starts a transfer that ") +
                      (write ? "writes " : "reads ") +
                      range(offset, bytes, core.number) +
                      ", which is not part of the program, of its tensors or "
                      "of its stack");
  if (!write && !own.isDefined(offset, bytes)) {
    core.trapped.what = "starts a transfer that " + core.trapped.what;
    return false;
  }
  Accessor me = {Epoch(thread, siteOf(core.pc), ordering.tick(thread)),
                 ordering.now(thread), ordering.version(thread)};
  if (auto conflict = races.access(me, offset, bytes, write, true))
    return report(core, *conflict, me.epoch, write);
  if (!isFenced(core, thread, offset, bytes, write))
    return false;
  own.leave(offset, bytes, write);
  if (write)
    define(of, address, bytes);
  return true;
}
