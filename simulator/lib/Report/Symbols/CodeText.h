//===- CodeText.h - disassembly by instruction index ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts between instruction indices and addresses, and disassembles. An
// index counts instructions from the start of the code. The text is decoded
// from memory at the time of the call.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_CODETEXT_H
#define MATRIX_SIMULATOR_REPORT_CODETEXT_H

#include "System/System.h"

namespace matrix {
namespace sim {

/// Instructions of the program by index in the code.
class CodeText {
public:
  explicit CodeText(const System &system) : system(system) {}

  uint64_t pc(uint64_t index) const { return system.code().addressOf(index); }
  uint64_t indexOf(uint64_t pc) const { return system.code().indexOf(pc); }
  std::string text(uint64_t index) const;

private:
  const System &system;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_CODETEXT_H
