//===- SourceLines.h - where an instruction comes from ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SOURCELINES_H
#define MATRIX_SIMULATOR_SOURCELINES_H

#include <cstdint>
#include <string>

namespace llvm::object {
class ObjectFile;
}

namespace matrix {
namespace sim {

/// "file:line:col", or empty if the program's DWARF doesn't say.
std::string sourceLine(const llvm::object::ObjectFile &object, uint64_t pc);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SOURCELINES_H
