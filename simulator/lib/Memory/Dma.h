//===- Dma.h - functional DMA engine of one core ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptors are copied and validated when a DMA transfer starts. In
// functional runs the data move as late as permitted, so that a missing wait is
// observable: when the handle is waited or tested for, when the queue is full,
// or when the machine requests it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DMA_H
#define MATRIX_SIMULATOR_DMA_H

#include "DmaDescriptor.h"
#include "Memory.h"
#include "Semaphores.h"
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace matrix {
namespace sim {

/// Number of channels of each core: 1 + the highest channel that a kind of
/// transfer uses; 0 without an engine.
unsigned numChannels(const desc::DmaInfo *info);

class DmaEngine {
public:
  DmaEngine(const desc::DmaInfo *info, const Memory &memory,
            Semaphores &semaphores, unsigned core, unsigned cores)
      : info(info), memory(memory), semaphores(semaphores), core(core),
        cores(cores) {}

  /// Enqueues the descriptor at an address. Returns its handle, or 0 and the
  /// reason in `error`.
  uint64_t start(uint64_t address, uint64_t pc, std::string &error);
  /// True if this handle has been issued.
  bool isIssued(uint64_t handle) const { return handle <= lastHandle; }
  uint64_t last() const { return lastHandle; }
  /// Moves the data of this transfer and of all before it in its channel.
  /// Returns false if a transfer fails: `error` is the reason, `pc` the
  /// instruction that started it.
  bool finish(uint64_t handle, std::string &error, uint64_t &pc);
  bool finishAll(std::string &error, uint64_t &pc);
  bool isIdle() const;

  //===--------------------------------------------------------------------===//
  // Timed runs: the timing model (Timing/TimedDma.h) determines when data move
  //===--------------------------------------------------------------------===//

  /// Reads and validates the descriptor at an address. Returns false and the
  /// reason in `error` if it is invalid.
  bool read(uint64_t address, Descriptor &d, std::string &error) const;
  unsigned channelOf(const Descriptor &d) const {
    return lookupKind(*info, d.kind)->channel;
  }
  /// Row numbers of a gather or scatter; empty for other kinds.
  std::vector<uint32_t> indicesOf(const Descriptor &d) const;
  /// Enqueues a descriptor that read() has validated; returns its handle.
  uint64_t enqueue(const Descriptor &d, uint64_t pc);
  /// Moves the data of a transfer for one receiver. Fails as finish() does.
  /// Posting the semaphore is left to the caller.
  bool deliver(uint64_t handle, unsigned receiver, std::string &error,
               uint64_t &pc);
  /// Removes a transfer that has been delivered to all receivers.
  void retire(uint64_t handle);
  /// Descriptor of a transfer that has not been retired.
  const Descriptor &descriptorOf(uint64_t handle) const;

  /// Called repeatedly during long transfers. A nonempty result is the reason
  /// to abort the transfer.
  std::function<std::string(const Descriptor &)> cut;

  uint64_t transfers() const { return moved; }
  uint64_t bytes() const { return movedBytes; }

private:
  struct Transfer {
    Descriptor descriptor;
    uint64_t handle, pc;
  };
  using Channel = std::deque<Transfer>;

  std::string check(const Descriptor &d) const;
  std::string checkSides(const Descriptor &d) const;
  const Transfer &find(uint64_t handle) const;
  bool finishFront(Channel &channel, std::string &error, uint64_t &pc);
  std::string checkCores(const Descriptor &d) const;
  std::string move(const Transfer &transfer);
  void moveRow(const Descriptor &d, uint8_t *to, const uint8_t *from,
               bool reads);
  bool isListedThere(const Descriptor &d, const DmaRow &row) const;
  std::string moveTo(const Descriptor &d, unsigned receiver);

  const desc::DmaInfo *info; // null: the variant has no DMA engine
  const Memory &memory;
  Semaphores &semaphores;
  unsigned core, cores;
  uint64_t lastHandle = 0, moved = 0, movedBytes = 0;
  std::map<unsigned, Channel> channels;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DMA_H
