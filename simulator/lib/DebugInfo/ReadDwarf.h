//===- ReadDwarf.h - debug information of untrusted files -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads debug information only after a child process has parsed all of it: a
// damaged file costs its debug information, not the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_READDWARF_H
#define MATRIX_SIMULATOR_READDWARF_H

#include "llvm/Object/ObjectFile.h"
#include <memory>

namespace llvm {
class DWARFContext;
}

namespace matrix {
namespace sim {

struct DebugInformation {
  /// Null if there is none, or if it is damaged.
  std::unique_ptr<llvm::DWARFContext> dwarf;
  bool isDamaged = false;

  explicit DebugInformation(const llvm::object::ObjectFile &object);
  ~DebugInformation();
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_READDWARF_H
