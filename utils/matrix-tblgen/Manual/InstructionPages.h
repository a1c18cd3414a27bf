//===- InstructionPages.h - the manual: instructions ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of the entries of instructions that other chapters of the manual refer
// to. They append to a Document, which is printed as HTML or Markdown;
// Encodings.cpp and OperandPages.cpp define them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_INSTRUCTIONPAGES_H
#define MATRIX_TBLGEN_MANUAL_INSTRUCTIONPAGES_H

#include "Manual/Document.h"
#include "Model/Model.h"

namespace matrix::tblgen {

/// Returns the fields of the instruction word, highest first.
std::vector<BitField> picture(const Instruction &i);
/// Writes the opcode map with the free codes.
void writeOpcodeMap(const Model &m, Document &d);

void writeOperands(const Instruction &i, const Model &m, Document &d);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_INSTRUCTIONPAGES_H
