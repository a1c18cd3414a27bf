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

#include "Memory.h"
#include "Semaphores.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <map>
#include <vector>

namespace matrix {
namespace sim {

/// The fields of a descriptor (td/Isa/Dma.td).
struct Descriptor {
  unsigned kind = 0, flags = 0;
  uint64_t rowBytes = 0, rows = 0, planes = 0;
  uint8_t fill[4] = {};
  uint64_t source = 0, destination = 0;
  int64_t sourceRow = 0, sourcePlane = 0, destinationRow = 0,
          destinationPlane = 0;
  uint64_t firstRow = 0, lastRow = 0, firstPlane = 0, lastPlane = 0;
  uint64_t left = 0, right = 0;
  uint32_t cores = 0;
  unsigned semaphore = 0;

  static constexpr unsigned post = 1, multicast = 2; // flags

  static Descriptor read(const uint8_t *bytes);
  bool posts() const { return flags & post; }
  bool isMulticast() const { return flags & multicast; }
  bool usesIndexList() const;
  /// Is the destination, the source, in the own scratchpad by its kind?
  bool writesOwn() const;
  bool readsOwn() const;
  /// A mask of receivers, where the field is one.
  bool hasMask() const;
  /// The cores of the mask; else the one whose engine it is.
  uint32_t receivers(unsigned core) const;
  uint64_t readBytes() const { return rowBytes - left - right; }
  /// Is any byte read, and is this one?
  bool reads() const;
  bool readsRow(uint64_t row, uint64_t plane) const;
};

/// One row of a transfer: its place, also in the index list, and where it is.
struct DmaRow {
  uint64_t row, plane, listed;
  uint64_t from, to;
  bool reads; // else it is filled
};
/// All rows in order, until one gets false: then false. `indices` as given by
/// DmaEngine::indicesOf.
bool forEachRow(const Descriptor &d, const std::vector<uint32_t> &indices,
                llvm::function_ref<bool(const DmaRow &)> visit);

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
    return kindOf(d.kind)->channel;
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

  uint64_t transfers() const { return moved; }
  uint64_t bytes() const { return movedBytes; }

private:
  struct Transfer {
    Descriptor descriptor;
    uint64_t ticket, pc;
  };
  using Channel = std::deque<Transfer>;

  const desc::DmaKindInfo *kindOf(unsigned code) const;
  std::string check(const Descriptor &d) const;
  std::string checkSides(const Descriptor &d) const;
  const Transfer &find(uint64_t ticket) const;
  bool finishFront(Channel &channel, std::string &error, uint64_t &pc);
  std::string checkCores(const Descriptor &d) const;
  std::string move(const Transfer &transfer);
  void moveRow(const Descriptor &d, uint8_t *to, const uint8_t *from,
               bool reads);
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
