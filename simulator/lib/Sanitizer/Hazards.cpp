//===- Hazards.cpp - hazard detection of a machine ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initial contents of memory, ordering events, and the messages of hazards. The
// loader registers what a kernel may access and what is initialized; everything
// else is a hazard. An event that releases (a post, a barrier) also clears the
// fast-path flags of its core, because later accesses have another epoch. A
// message names both accesses of a race, the second one as a note with its own
// location, and the synchronization that is missing.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "Support/Hex.h"
#include "Support/Quantity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace matrix;
using namespace matrix::sim;

static bool hasQueuesIn(const desc::VariantInfo &variant) {
  IssueTable table(variant);
  for (unsigned q = 0; q < numQueues; ++q)
    if (table.depth(Queue(q)))
      return true;
  return false;
}

Hazards::Hazards(System &system)
    : system(system), memory(system.memory().begin()),
      dramSize(system.memory().dramBytes()),
      scratchpadSize(system.memory().scratchpadBytes()),
      size(system.memory().allBytes()),
      hasQueues(hasQueuesIn(system.variant())),
      queueChannels(numChannels(system.variant().dma)),
      ordering(system.numCores(), queueChannels + (hasQueues ? numQueues : 0)),
      races(size) {
  for (auto &core : system.cores()) {
    checks.push_back(std::make_unique<Checks>(*this, *core));
    core->checks = checks.back().get();
  }
}

bool Hazards::isValid() const {
  return races.isValid() && ordering.numThreads() <= Epoch::maxThreads &&
         llvm::all_of(checks, [](auto &c) { return c->isValid(); });
}

//===----------------------------------------------------------------------===//
// Initial contents
//===----------------------------------------------------------------------===//

static bool isIn(const std::vector<std::pair<uint64_t, uint64_t>> &ranges,
                 uint64_t offset, uint64_t size) {
  return llvm::any_of(ranges, [&](const auto &r) {
    return offset >= r.first && offset + size <= r.second;
  });
}

void Hazards::place(unsigned core, uint64_t address, uint64_t bytes,
                    bool isCode) {
  const uint8_t *at = system.memory().resolve(core, address, bytes);
  if (!at)
    return;
  Range range = {offsetOf(at), offsetOf(at) + bytes};
  given.push_back(range);
  if (isCode)
    code.push_back(range);
  define(core, address, bytes);
}

void Hazards::define(unsigned core, uint64_t address, uint64_t bytes) {
  const uint8_t *at = system.memory().resolve(core, address, bytes);
  if (at && bytes)
    markDefined(offsetOf(at), bytes);
}

void Hazards::placeResult(uint64_t address, uint64_t bytes,
                          const std::string &name) {
  if (const uint8_t *at = system.memory().resolve(0, address, bytes))
    results.push_back({offsetOf(at), offsetOf(at) + bytes, name});
}

bool Hazards::isDefined(uint64_t offset, uint64_t bytes) const {
  int owner = ownerOf(offset);
  if (owner >= 0)
    return checks[owner]->hasAll(memory + offset, bytes, state::defined);
  if (undefined.isEmpty())
    return true;
  for (uint64_t i = 0; i < bytes; ++i)
    if (undefined.at(offset + i).mask)
      return false;
  return true;
}

void Hazards::markDefined(uint64_t offset, uint64_t bytes) {
  undefined.clear(offset, bytes);
  int owner = ownerOf(offset);
  if (owner < 0)
    return;
  uint8_t *have = checks[owner]->stateOf(offset);
  for (uint64_t i = 0; i < bytes; ++i)
    have[i] |= state::defined;
}

/// Clears the fast-path flags of the byte in all cores.
void Hazards::markUndefined(uint64_t offset, uint8_t mask,
                            OriginNumber origin) {
  undefined.set(offset, mask, origin);
  for (auto &c : checks)
    *c->stateOf(offset) &=
        ~(state::loadable | state::storable | state::quiet | state::defined);
}

bool Hazards::isCode(uint64_t offset, uint64_t bytes) const {
  return llvm::any_of(code, [&](const auto &r) {
    return offset < r.second && r.first < offset + bytes;
  });
}

bool Hazards::isGiven(uint64_t offset, uint64_t bytes, unsigned core) const {
  if (!isRestricted || offset >= dramSize || isIn(given, offset, bytes))
    return true;
  return offset >= checks[core]->stackLow &&
         offset + bytes <= checks[core]->stackLow + checks[core]->stackSize;
}

int Hazards::ownerOf(uint64_t offset) const {
  return offset < dramSize ? -1 : int((offset - dramSize) / scratchpadSize);
}

bool Hazards::isShared() const {
  return llvm::count_if(system.cores(), [](auto &core) {
           return core->state != CoreState::Halted;
         }) > 1;
}

/// A halted core starts no transfers, so that its clock is irrelevant.
uint32_t Hazards::coveredByAll(unsigned core) const {
  uint32_t minimum = ordering.tick(core);
  for (auto &other : system.cores())
    if (other->state != CoreState::Halted)
      minimum = std::min(minimum, ordering.now(other->number)[core]);
  return minimum;
}

uint64_t Hazards::coresBut(int owner) const {
  uint64_t cores = llvm::maskTrailingOnes<uint64_t>(system.numCores());
  return owner < 0 ? cores : cores & ~(uint64_t(1) << owner);
}

uint32_t Hazards::siteOf(uint64_t pc) const {
  return uint32_t(system.code().indexOf(pc));
}
uint64_t Hazards::pcOf(uint32_t site) const {
  return system.code().addressOf(site);
}

//===----------------------------------------------------------------------===//
// Ordering events
//===----------------------------------------------------------------------===//

void Hazards::waited(Core &core, uint64_t handle) {
  ordering.waited(core.number, handle);
}

void Hazards::posted(unsigned core, uint64_t handle, unsigned to,
                     unsigned semaphore) {
  ordering.posted(core, handle, to, semaphore);
}

uint64_t Hazards::post(Core &core) {
  uint64_t past = ordering.post(core.number);
  checks[core.number]->forget();
  return past;
}

void Hazards::arrived(uint64_t past, unsigned to, unsigned semaphore) {
  ordering.arrived(past, to, semaphore);
}

void Hazards::acquired(Core &core, unsigned semaphore, uint64_t count) {
  ordering.acquire(core.number, semaphore, count);
}

void Hazards::barrier() {
  ordering.barrier();
  for (auto &c : checks)
    c->forget();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The address by which this core accesses the byte: the local alias for its
/// own scratchpad.
std::string Hazards::address(uint64_t offset, unsigned core) const {
  int owner = ownerOf(offset);
  if (owner < 0)
    return hex(offset);
  uint64_t within = (offset - dramSize) % scratchpadSize;
  const desc::AddressMapInfo &map = system.memory().map();
  return hex(within + (unsigned(owner) == core
                           ? map.ownScratchpad
                           : map.scratchpads + owner * map.scratchpadPitch));
}

/// Example: "4 bytes at 0x200000000040 to 0x200000000043"
std::string Hazards::range(uint64_t offset, uint64_t bytes,
                           unsigned core) const {
  std::string text = quantity(bytes, "byte") + " at " + address(offset, core);
  return bytes == 1 ? text : text + " to " + address(offset + bytes - 1, core);
}

bool Hazards::report(Core &core, TrapKind kind, std::string what) {
  core.trap(kind, std::move(what));
  return false;
}

/// Examples: "core 1", "transfer 3 of core 0"
std::string Hazards::nameOf(Epoch e) const {
  std::string core = "core " + std::to_string(ordering.coreOf(e.thread()));
  return ordering.isCore(e.thread())
             ? core
             : "transfer " + std::to_string(e.tick()) + " of " + core;
}

/// Reports a conflict with a queued instruction whose DRAM accesses no fence
/// has completed.
bool Hazards::reportQueue(Core &core, const Conflict &conflict, bool write) {
  std::string bytes =
      range(conflict.first, conflict.last - conflict.first + 1, core.number);
  std::string other =
      "core " + std::to_string(ordering.coreOf(conflict.other.thread()));
  const char *does = conflict.otherWrote ? "writes" : "reads";
  core.trapped.notes.push_back(
      {other + ": enters its queue here", pcOf(conflict.other.site())});
  return report(core, TrapKind::MissingFence,
                (write ? "writes " : "reads ") + bytes + " while " + other +
                    " has an instruction in a queue that " + does +
                    " them: no fence of " + other +
                    " lies between, which waits for queues");
}

bool Hazards::report(Core &core, const Conflict &conflict, Epoch me,
                     bool write) {
  Epoch other = conflict.other;
  if (isQueue(other.thread()))
    return reportQueue(core, conflict, write);
  bool moves = !ordering.isCore(me.thread()) && !isQueue(me.thread()),
       otherMoves = !ordering.isCore(other.thread());
  std::string bytes =
      range(conflict.first, conflict.last - conflict.first + 1, core.number);
  std::string what = moves   ? "starts transfer " + std::to_string(me.tick()) +
                                   ", which " + (write ? "writes " : "reads ")
                     : write ? "writes "
                             : "reads ";
  what +=
      bytes + " while " + nameOf(other) +
      (conflict.otherWrote ? (otherMoves ? " writes them" : " may write them")
                           : (otherMoves ? " reads them" : " may read them"));
  bool own = ordering.coreOf(other.thread()) == core.number;
  what += otherMoves && own ? ": wait for its handle first"
          : otherMoves ? ": wait for a semaphore that it posts, or that its "
                         "core posts after waiting"
          : synchronizing.count(conflict.first / 8)
              ? ": in its own scratchpad a core meets others by atomic "
                "instructions only, or orders them by a semaphore or a barrier"
              : ": order them by a semaphore, a barrier or atomics";
  std::string done = otherMoves            ? "started here"
                     : conflict.otherWrote ? "wrote here"
                                           : "read here";
  core.trapped.notes.push_back(
      {nameOf(other) + ": " + done, pcOf(other.site())});
  return report(
      core, moves || otherMoves ? TrapKind::TransferRace : TrapKind::CoreRace,
      std::move(what));
}
