//===- SourceMap.h - labels of instructions ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps each instruction to the operation or source line it implements. The
// mapping is computed once, before the run, so that observers index an array.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_SOURCEMAP_H
#define MATRIX_SIMULATOR_REPORT_SOURCEMAP_H

#include "Core/Code.h"
#include "matrix/Sim/Work.h"
#include "llvm/Object/ObjectFile.h"

namespace matrix {
namespace sim {

/// Unit of the profile: an operation of the source, or a source line.
struct Label {
  std::string name; // "linalg.matmul (model.mlir:5)", "model.mlir:7"
  std::string path; // of the source file; may be empty
  unsigned line = 0;
  int operation = -1; // index in the work annotation, or -1
};

/// Labels of all instructions, derived from the line table.
class SourceMap {
public:
  SourceMap(const llvm::object::ObjectFile &object, const ProgramWork &work,
            const Code &code);
  SourceMap(std::vector<Label> labels, std::vector<uint32_t> byInstruction)
      : labels(std::move(labels)), byInstruction(std::move(byInstruction)) {}

  unsigned labelOf(uint64_t index) const {
    return index < byInstruction.size() ? byInstruction[index] : 0;
  }
  /// The first label is for instructions without a line.
  std::vector<Label> labels;

private:
  std::vector<uint32_t> byInstruction;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_SOURCEMAP_H
