//===- ReadDwarf.h - debug information that may be damaged ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
