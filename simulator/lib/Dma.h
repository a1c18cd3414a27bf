//===- Dma.h - the DMA engine of one core -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptors are copied when they are started, and checked; the data move as
// late as they may, so that a missing wait shows: when somebody waits for the
// ticket or tests it, when the queue is full, or when the machine says so.
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

/// Of each core; kinds of transfers say which they use, from 0. None without an
/// engine.
unsigned numChannels(const desc::DmaInfo *info);

class DmaEngine {
public:
  DmaEngine(const desc::DmaInfo *info, const Memory &memory,
            Semaphores &semaphores, unsigned core, unsigned cores)
      : info(info), memory(memory), semaphores(semaphores), core(core),
        cores(cores) {}

  /// Enqueues the descriptor at an address; gives its ticket, or 0 and what is
  /// wrong.
  uint64_t start(uint64_t address, uint64_t pc, std::string &error);
  /// Has this ticket been given out?
  bool knows(uint64_t ticket) const { return ticket <= lastTicket; }
  uint64_t last() const { return lastTicket; }
  /// Moves the data of this ticket and of all before it in its channel. False
  /// if one of them can't be moved: `error` says why and `pc` which.
  bool finish(uint64_t ticket, std::string &error, uint64_t &pc);
  bool finishAll(std::string &error, uint64_t &pc);
  bool isIdle() const;

  //===--------------------------------------------------------------------===//
  // In time: somebody else (Timing/TimedDma.h) knows when data move
  //===--------------------------------------------------------------------===//

  /// The descriptor at an address; false if it can't be started: why.
  bool read(uint64_t address, Descriptor &d, std::string &error) const;
  unsigned channelOf(const Descriptor &d) const {
    return lookupKind(*info, d.kind)->channel;
  }
  /// The rows that a gather or scatter names; empty for others.
  std::vector<uint32_t> indicesOf(const Descriptor &d) const;
  /// Takes in a descriptor that was read; gives its ticket.
  uint64_t enqueue(const Descriptor &d, uint64_t pc);
  /// Moves the data of a ticket for one receiver. False as in finish(). Who
  /// posts what the descriptor asks for, is the caller.
  bool deliver(uint64_t ticket, unsigned receiver, std::string &error,
               uint64_t &pc);
  /// It has been delivered everywhere.
  void retire(uint64_t ticket);
  /// Of a ticket that was not retired.
  const Descriptor &descriptorOf(uint64_t ticket) const;

  /// Is asked while very much moves for one transfer: an answer is why it is
  /// cut, then nothing more moves.
  std::function<std::string(const Descriptor &)> cut;

  uint64_t transfers() const { return moved; }
  uint64_t bytes() const { return movedBytes; }

private:
  struct Transfer {
    Descriptor descriptor;
    uint64_t ticket, pc;
  };
  using Channel = std::deque<Transfer>;

  std::string check(const Descriptor &d) const;
  std::string checkSides(const Descriptor &d) const;
  const Transfer &find(uint64_t ticket) const;
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
  uint64_t lastTicket = 0, moved = 0, movedBytes = 0;
  std::map<unsigned, Channel> channels;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DMA_H
