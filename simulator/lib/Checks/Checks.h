//===- Checks.h - hazards of one core ------------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the interpreter asks while it checks; false means that the core has
// trapped, and that the instruction must not be executed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_CHECKS_H
#define MATRIX_SIMULATOR_CHECKS_CHECKS_H

#include "Core.h"

namespace matrix {
namespace sim {

class Checks {
public:
  /// Before a scalar access.
  bool load(Core &, uint64_t /*address*/, uint64_t /*size*/) { return true; }
  bool store(Core &, uint64_t /*address*/, uint64_t /*size*/) { return true; }
  /// After a tile or row instruction: core.log says what it touched.
  bool accessed(Core &, const Decoded &) { return true; }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_CHECKS_H
