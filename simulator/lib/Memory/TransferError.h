//===- TransferError.h - failure of a DMA transfer --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DMA transfer fails after the instruction that has started it. The error
// therefore records that instruction, at which the core traps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MEMORY_TRANSFERERROR_H
#define MATRIX_SIMULATOR_MEMORY_TRANSFERERROR_H

#include "Core/Core.h"
#include "llvm/Support/Error.h"
#include <string>

namespace matrix {
namespace sim {

class TransferError : public llvm::ErrorInfo<TransferError> {
public:
  static char ID;

  TransferError(TrapKind kind, std::string what, uint64_t pc = 0)
      : kind(kind), what(std::move(what)), pc(pc) {}
  void log(llvm::raw_ostream &os) const override { os << what; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const TrapKind kind;
  const std::string what;
  const uint64_t pc; // of the instruction that has started the transfer
};

/// Traps the core at the instruction that has started the failed transfer.
/// Returns true if there is no error.
bool trapOnError(Core &core, llvm::Error error);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MEMORY_TRANSFERERROR_H
