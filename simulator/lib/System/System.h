//===- System.h - architectural state of a machine --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cores, memories, semaphores, DMA engines and the decoded program. The timing
// model, hazard detection and the debugger read and change this state; Machine
// controls its execution.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SYSTEM_H
#define MATRIX_SIMULATOR_SYSTEM_H

#include "Core/Code.h"
#include "Core/Core.h"
#include "Memory/Dma.h"
#include "Memory/Memory.h"
#include "Memory/Semaphores.h"
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

class System {
public:
  System(const desc::VariantInfo &variant, unsigned cores);
  ~System();
  System(const System &) = delete;

  const desc::VariantInfo &variant() const { return description; }
  const Memory &memory() const { return memories; }
  const Decoder &decoder() const { return codeDecoder; }
  const Code &code() const { return program; }
  Code &code() { return program; }

  using Cores = std::vector<std::unique_ptr<Core>>;
  const Cores &cores() const { return allCores; }
  unsigned numCores() const { return unsigned(allCores.size()); }
  Core &core(unsigned number) const { return *allCores[number]; }
  /// Returns the first core that has trapped, or null.
  Core *trappedCore() const;
  bool isAnyCore(CoreState state) const;

  const Semaphores &semaphores() const { return counters; }
  Semaphores &semaphores() { return counters; }
  const DmaEngine &dma(unsigned core) const { return engines[core]; }
  DmaEngine &dma(unsigned core) { return engines[core]; }

  /// Bytes of the stack of each core: of the program, else of the variant.
  uint64_t stackSize() const { return stackBytes; }
  void setStackSize(uint64_t bytes) { stackBytes = bytes; }
  /// End of the stack of a core.
  uint64_t stackTop(unsigned core) const;
  /// End of DRAM, without the stacks.
  uint64_t endOfHeap() const;

  /// Sets registers, tile registers, row memories, semaphores and DMA engines
  /// to their initial state. Memory is unchanged.
  void clear();
  /// Sets all cores to the entry point, with their stack pointers.
  void reset(uint64_t entry, uint64_t argumentBlock);

private:
  const desc::VariantInfo &description;
  Memory memories;
  Decoder codeDecoder;
  Code program;
  Cores allCores;
  Semaphores counters;
  std::vector<DmaEngine> engines; // by core
  size_t tileFileBytes;
  std::vector<uint8_t *> tileFiles;
  std::unique_ptr<RowMemories[]> rowMemories; // by core; null if there are none
  uint64_t stackBytes;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SYSTEM_H
