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
#include "TransferError.h"
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

  /// Removes all transfers, and sets handles and counts to 0.
  void reset();

  /// Enqueues the descriptor at an address. Returns its handle.
  llvm::Expected<uint64_t> start(uint64_t address, uint64_t pc);
  /// True if this handle has been issued.
  bool isIssued(uint64_t handle) const { return handle <= lastHandle; }
  uint64_t last() const { return lastHandle; }
  /// Moves the data of this transfer and of all before it in its channel. Fails
  /// with a TransferError.
  llvm::Error finish(uint64_t handle);
  llvm::Error finishAll();
  bool isIdle() const;

  //===--------------------------------------------------------------------===//
  // Timed runs: the timing model (Timing/TimedDma.h) determines when data move
  //===--------------------------------------------------------------------===//

  /// Reads and validates the descriptor at an address.
  llvm::Expected<Descriptor> read(uint64_t address) const;
  unsigned channelOf(const Descriptor &d) const {
    return lookupKind(*info, d.kind)->channel;
  }
  /// Row numbers of a gather or scatter; empty for other kinds.
  std::vector<uint32_t> indicesOf(const Descriptor &d) const;
  /// Enqueues a descriptor that read() has validated; returns its handle.
  uint64_t enqueue(const Descriptor &d, uint64_t pc);
  /// Moves the data of a transfer for one receiver. Fails as finish() does.
  /// Posting the semaphore is left to the caller.
  llvm::Error deliver(uint64_t handle, unsigned receiver);
  /// Removes a transfer that has been delivered to all receivers.
  void retire(uint64_t handle);
  /// Descriptor of a transfer that has not been retired.
  const Descriptor &descriptorOf(uint64_t handle) const;

  /// Called repeatedly during long transfers; an error aborts the transfer.
  using Limit = std::function<llvm::Error(const Descriptor &)>;
  void setLimit(Limit check) { limit = std::move(check); }
  llvm::Error checkLimit(const Descriptor &d) const {
    return limit ? limit(d) : llvm::Error::success();
  }

  uint64_t transfers() const { return moved; }
  uint64_t bytes() const { return movedBytes; }

private:
  struct Transfer {
    Descriptor descriptor;
    uint64_t handle, pc;
  };
  using Channel = std::deque<Transfer>;

  llvm::Error check(const Descriptor &d) const;
  llvm::Error checkSides(const Descriptor &d) const;
  const Transfer &find(uint64_t handle) const;
  llvm::Error finishFront(Channel &channel);
  llvm::Error checkCores(const Descriptor &d) const;
  llvm::Error move(const Transfer &transfer);
  void moveRow(const Descriptor &d, uint8_t *to, const uint8_t *from,
               bool reads);
  bool isListedThere(const Descriptor &d, const DmaRow &row) const;
  llvm::Error moveTo(const Descriptor &d, unsigned receiver);

  const desc::DmaInfo *info; // null: the variant has no DMA engine
  const Memory &memory;
  Semaphores &semaphores;
  unsigned core, cores;
  uint64_t lastHandle = 0, moved = 0, movedBytes = 0;
  std::map<unsigned, Channel> channels;
  Limit limit;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DMA_H
