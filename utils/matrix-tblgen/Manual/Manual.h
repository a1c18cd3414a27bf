//===- Manual.h - the manual of the instruction set -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per group of chapters. An anchor consists of the kind, a dash
// and the name: "variant-base", "format-FmtF32", "insn-TADD_F32".
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_MANUAL_H
#define MATRIX_TBLGEN_MANUAL_MANUAL_H

#include "Manual/Document.h"
#include "Model/Model.h"

namespace matrix::tblgen {

void writeVariants(const Model &m, Document &d);
void writeMachine(const Model &m, Document &d); // registers, memories, DMA
void writeFormats(const Model &m, Document &d);
void writeOperators(const Model &m, Document &d);
void writeRoles(const Model &m, Document &d); // and features
void writeInstructions(const Model &m, Document &d);
void writePairs(const Model &m, Document &d);

// Links.
Text toInstruction(const Instruction &i);
Text toVariant(const Variant &v);
Text toFormat(const llvm::Record *format);
Text toOperator(const llvm::Record *op);
Text toRole(const llvm::Record *role);
Text toFeature(const llvm::Record *feature);
Text toSpace(const llvm::Record *space);
Text toState(const llvm::Record *state);

/// Classes of all instructions, and of those of a variant, in order.
llvm::ArrayRef<std::pair<InstructionClass, llvm::StringRef>>
instructionChapters();
/// Returns the name of a format in the manual: "f32", or "any 8 bits".
std::string formatTitle(const llvm::Record *format);
bool usesFormat(const Instruction &i, const llvm::Record *format);
/// Returns the operator records in the semantics, including structured ones.
std::vector<const llvm::Record *> operatorsOf(const Instruction &i);
/// Formats a field of a record as a sentence: "$ra" becomes "ra", the first
/// letter is capitalized.
std::string sentence(llvm::StringRef summary);
/// Returns "1 MiB" for 1048576.
std::string bytesText(int64_t bytes);
/// Formats a formula of td/Isa/Timing.td in infix notation.
std::string formulaText(const llvm::Init *formula);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_MANUAL_H
