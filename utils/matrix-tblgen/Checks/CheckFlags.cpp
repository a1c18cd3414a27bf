//===- CheckFlags.cpp - fields that LLVM's generators read ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction inherits the fields of LLVM's class Instruction. Those that
// contradict the rest of the record, or leave the instruction out of assembler
// and disassembler, would fail in generated code or change programs.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"

using namespace llvm;
using namespace matrix::tblgen;

static void checkUnset(Checks &c, const Instruction &i,
                       ArrayRef<StringRef> flags, StringRef reason) {
  for (StringRef flag : flags)
    if (i.Def->getValueAsBit(flag))
      c.error(i.Def, flag, flag + " of " + i.Mnemonic + " is 1, but " + reason,
              "let " + flag + " = 0");
}

static void checkNamespaces(Checks &c, const Instruction &i) {
  if (i.Def->getValueAsString("Namespace") != "Matrix")
    c.error(i.Def, "Namespace",
            "namespace '" + i.Def->getValueAsString("Namespace") + "' of " +
                i.Mnemonic,
            "instructions are in namespace Matrix: leave the field out");
  std::string decoder = "Matrix";
  for (const Record *p : i.Def->getValueAsListOfDefs("Predicates"))
    decoder += "_" + p->getName().str();
  if (i.Def->getValueAsString("DecoderNamespace") != decoder)
    c.error(i.Def, "DecoderNamespace",
            "decoder namespace '" +
                i.Def->getValueAsString("DecoderNamespace") + "' of " +
                i.Mnemonic,
            "it follows from Predicates: leave the field out");
}

/// C++ of the assembler and disassembler that no description can add, and texts
/// that change what they accept.
static void checkMethods(Checks &c, const Instruction &i) {
  for (StringRef field :
       {"DecoderMethod", "PostEncoderMethod", "AsmMatchConverter",
        "TwoOperandAliasConstraint", "AsmVariantName"})
    if (StringRef value = i.Def->getValueAsString(field); !value.empty())
      c.error(i.Def, field, field + " '" + value + "' of " + i.Mnemonic,
              "it follows from encoding and assembly: leave the field out");
}

/// The manual lists free function codes within these bits.
static void checkFunctionCode(Checks &c, const Instruction &i) {
  int64_t low = i.Def->getValueAsInt("FunctionLow"),
          bits = i.Def->getValueAsInt("FunctionBits");
  if (low < 0 || bits < 0 || low > 32 || bits > 32 - low)
    c.error(i.Def, low < 0 || low > 32 ? "FunctionLow" : "FunctionBits",
            "the function code of " + i.Mnemonic + " is " +
                quantity(bits, "bit") + " from bit " + Twine(low),
            "instructions have bits 0 to 31");
}

/// Bits that the disassembler may ignore.
static void checkSoftFail(Checks &c, const Instruction &i) {
  const BitsInit *bits = i.Def->getValueAsBitsInit("SoftFail");
  if (bits->convertInitializerToInt().value_or(1))
    c.error(i.Def, "SoftFail", "SoftFail of " + i.Mnemonic + " is not 0",
            "the disassembler takes defined words only: leave the field out");
}

/// The optimizer removes extensions of words.
static void checkWord(Checks &c, const Instruction &i) {
  int64_t word =
      i.Def->getValueAsBitsInit("Word")->convertInitializerToInt().value_or(3);
  if (word && i.Class != InstructionClass::Scalar)
    c.error(i.Def, "Word", i.Mnemonic + " is not a scalar instruction",
            "only results of these are words: leave the field out");
  else if (word > 2)
    c.error(i.Def, "Word", "Word of " + i.Mnemonic + " is " + Twine(word),
            "let Word = AnyResult, AlwaysWord or WordOfWords");
}

void matrix::tblgen::checkFlags(Checks &c) {
  for (const Instruction &i : c.m.Instructions) {
    checkSoftFail(c, i);
    checkWord(c, i);
    checkNamespaces(c, i);
    checkMethods(c, i);
    checkFunctionCode(c, i);
    checkUnset(c, i,
               {"isPseudo", "isCodeGenOnly", "isAsmParserOnly", "isMeta",
                "hasPostISelHook"},
               "assembler and disassembler have every instruction");
    if (!i.hasSemantics() || i.Class == InstructionClass::System)
      continue;
    checkUnset(c, i,
               {"isBranch", "isIndirectBranch", "isCall", "isReturn",
                "isTerminator", "isBarrier", "isTrap"},
               "its semantics do not transfer control");
    checkUnset(c, i, {"isCommutable", "isMoveReg", "usesCustomInserter"},
               "the compiler selects it by its semantics");
    auto *pattern = dyn_cast<ListInit>(i.Def->getValueInit("Pattern"));
    if (pattern && !pattern->empty())
      c.error(i.Def, "Pattern",
              i.Mnemonic + " has a Pattern besides its semantics",
              "remove it: the compiler selects by the semantics");
  }
}
