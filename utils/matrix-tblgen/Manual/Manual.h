//===- Manual.h - the manual of the instruction set -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per group of chapters. Anchors are the kind of a thing, a dash
// and its name: "variant-base", "format-FmtF32", "insn-TADD_F32".
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_MANUAL_H
#define MATRIX_TBLGEN_MANUAL_MANUAL_H

#include "../Model.h"
#include "Document.h"

namespace matrix::tblgen {

void writeVariants(const Model &m, Document &d);
void writeMachine(const Model &m, Document &d); // registers, memories, DMA
void writeFormats(const Model &m, Document &d);
void writeOperators(const Model &m, Document &d);
void writeRoles(const Model &m, Document &d); // and features
void writeInstructions(const Model &m, Document &d);

// Links.
Text toInstruction(const Instruction &i);
Text toVariant(const Variant &v);
Text toFormat(const llvm::Record *format);
Text toOperator(const llvm::Record *op);
Text toRole(const llvm::Record *role);
Text toFeature(const llvm::Record *feature);
Text toSpace(const llvm::Record *space);
Text toState(const llvm::Record *state);

/// Of all instructions, and of those of a variant, in order.
llvm::ArrayRef<std::pair<InstructionClass, llvm::StringRef>>
instructionChapters();
/// Everything, the same way for all readers: "f32", or "any 8 bits".
std::string formatTitle(const llvm::Record *format);
bool usesFormat(const Instruction &i, const llvm::Record *format);
/// Records of operators in a meaning, structured ones included.
std::vector<const llvm::Record *> operatorsOf(const Instruction &i);
/// A field of a record as a sentence: "$ra" is "ra", the first letter upper
/// case.
std::string sentence(llvm::StringRef summary);
/// 1048576 is "1 MiB".
std::string bytesText(int64_t bytes);
/// A formula of td/Isa/Timing.td in infix.
std::string formulaText(const llvm::Init *formula);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_MANUAL_H
