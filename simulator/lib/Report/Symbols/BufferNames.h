//===- BufferNames.h - names of addresses -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the buffer that contains an address: a tensor of the kernel, a symbol
// of the program, or a scratchpad. Used for the sides of DMA transfers in
// traces and traffic tables.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_BUFFERNAMES_H
#define MATRIX_SIMULATOR_REPORT_BUFFERNAMES_H

#include "System/System.h"
#include "Timing/Observer.h"
#include "matrix/Sim/Argument.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <optional>

namespace matrix {
namespace sim {

/// Addresses of the first row of a transfer.
struct TransferSides {
  uint64_t from, to;
};
TransferSides sidesOf(const TransferStart &event);

class BufferNames {
public:
  struct Buffer {
    std::string name;
    uint64_t bytes = 0;
    uint64_t address = 0;
    bool isTensor = false; // of the kernel
  };

  BufferNames(const System &system, const std::vector<Argument> &tensors,
              const llvm::object::ObjectFile &object);

  /// The buffer in DRAM that contains an address, or null.
  const Buffer *find(uint64_t address) const;
  /// The scratchpad at an address, in the address space of `core`.
  std::optional<ScratchpadPlace> scratchpadAt(unsigned core,
                                              uint64_t address) const {
    return system.memory().scratchpadAt(core, address);
  }
  /// "a", "b + 64", "scratchpad of core 1 + 4096", "DRAM 0x10000".
  std::string name(unsigned core, uint64_t address) const;

private:
  void add(Buffer buffer) { buffers[buffer.address] = std::move(buffer); }

  const System &system;
  std::map<uint64_t, Buffer> buffers; // by address
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_BUFFERNAMES_H
