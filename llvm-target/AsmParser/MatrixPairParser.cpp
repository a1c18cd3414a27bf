//===- AsmParser/MatrixPairParser.cpp - pairs of instructions -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses two instructions between braces. Each is matched like a single one,
// and encoded to find out whether its slot can hold it; the pair is then one
// MCInst. After an error, the rest of the pair is skipped.
//
//===----------------------------------------------------------------------===//

#include "MatrixAsmParser.h"

using namespace llvm;

/// Parses `{ instruction; instruction }`, where the end of a line may separate,
/// and more of them may be around the instructions.
bool MatrixAsmParser::parsePair(SMLoc Loc, OperandVector &Operands) {
  if (!getSTI().hasFeature(Matrix::FeaturePairs))
    return Error(Loc,
                 "pairs of instructions need feature 'pairs' (-mattr=+pairs)");
  Operands.push_back(MatrixOperand::token("{", Loc));
  MCInst First, Second;
  bool Failed = parseOfPair(First);
  if (token().isNot(AsmToken::EndOfStatement))
    return Failed ||
           Error(token().getLoc(), "expected ',', ';' or the end of the line");
  Failed |= parseOfPair(Second);
  if (Failed)
    return true;
  while (Parser.parseOptionalToken(AsmToken::EndOfStatement))
    ;
  if (Parser.parseToken(AsmToken::RCurly,
                        "expected '}' after two instructions") ||
      Parser.parseToken(AsmToken::EndOfStatement,
                        "expected the end of the line"))
    return true;
  Pair = Matrix::pairOf(getContext(), First, Second);
  return false;
}

/// Reports instructions without a short form in their slot.
bool MatrixAsmParser::checkPair() {
  std::unique_ptr<MCCodeEmitter> Emitter(
      createMatrixMCCodeEmitter(MII, getContext()));
  for (unsigned Slot : {0, 1}) {
    const MCInst &Inst = Matrix::ofPair(Pair, Slot);
    SmallVector<char, 4> Bytes;
    SmallVector<MCFixup, 1> Fixups;
    Emitter->encodeInstruction(Inst, Bytes, Fixups, getSTI());
    uint32_t Word = support::endian::read32le(Bytes.data());
    if (!Matrix::isShort(Word, Fixups, Slot))
      return Error(Inst.getLoc(), Matrix::noShortForm(Slot));
  }
  return false;
}

/// Skips what remains of a pair in the line, and the brace in the next one.
bool MatrixAsmParser::skipPair() {
  while (
      token().isNot(AsmToken::RCurly) && token().isNot(AsmToken::Eof) &&
      (token().isNot(AsmToken::EndOfStatement) || token().getString() == ";"))
    Lex();
  if (token().is(AsmToken::EndOfStatement) &&
      getLexer().peekTok().is(AsmToken::RCurly))
    Lex();
  Parser.parseOptionalToken(AsmToken::RCurly);
  return true;
}

/// Skips the rest of an instruction with an error.
bool MatrixAsmParser::parseOfPair(MCInst &Inst) {
  bool Failed = parseInstructionOfPair(Inst);
  while (Failed && token().isNot(AsmToken::EndOfStatement) &&
         token().isNot(AsmToken::RCurly) && token().isNot(AsmToken::Eof))
    Lex();
  return Failed;
}

bool MatrixAsmParser::parseInstructionOfPair(MCInst &Inst) {
  while (Parser.parseOptionalToken(AsmToken::EndOfStatement))
    ;
  SMLoc Loc = token().getLoc();
  if (token().isNot(AsmToken::Identifier))
    return Error(Loc, "expected an instruction of the pair");
  StringRef Name = token().getIdentifier();
  Lex();
  SmallVector<std::unique_ptr<MCParsedAsmOperand>, 8> Operands;
  uint64_t ErrorInfo;
  return parseOperands(Name, Loc, Operands) ||
         match(Loc, Operands, Inst, ErrorInfo, /*MatchingInlineAsm=*/false);
}
