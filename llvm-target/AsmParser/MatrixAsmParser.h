//===- AsmParser/MatrixAsmParser.h - assembly to instructions ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of assembly. MatrixAsmParser.cpp parses operands and matches
// single instructions, MatrixPairParser.cpp parses pairs of them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ASMPARSER_MATRIXASMPARSER_H
#define MATRIX_ASMPARSER_MATRIXASMPARSER_H

#include "MCTargetDesc/MatrixPair.h"
#include "MatrixOperand.h"
#include "TargetInfo/MatrixTargetInfo.h"
#include "matrix/Description/Variants.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/AsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"

namespace llvm {

class MatrixAsmParser : public MCTargetAsmParser {
public:
  MatrixAsmParser(const MCSubtargetInfo &STI, MCAsmParser &Parser,
                  const MCInstrInfo &MII, const MCTargetOptions &Options)
      : MCTargetAsmParser(Options, STI, MII), Parser(Parser) {
    Parser.addAliasForDirective(".half", ".2byte");
    Parser.addAliasForDirective(".hword", ".2byte");
    Parser.addAliasForDirective(".word", ".4byte");
    Parser.addAliasForDirective(".dword", ".8byte");
    setAvailableFeatures(ComputeAvailableFeatures(STI.getFeatureBits()));
  }

  enum MatrixMatchResultTy : unsigned {
    Match_FirstOwn = FIRST_TARGET_MATCH_RESULT_TY,
#define GET_OPERAND_DIAGNOSTIC_TYPES
#include "MatrixGenAsmMatcher.inc"
  };

#define GET_ASSEMBLER_HEADER
#include "MatrixGenAsmMatcher.inc"

private:
  MCAsmParser &Parser;
  MCInst Pair; // parsed, to be emitted

  const AsmToken &token() const { return Parser.getTok(); }

  bool tokenIsStartOfStatement(AsmToken::TokenKind Token) override {
    return Token == AsmToken::LCurly;
  }
  bool parseInstruction(ParseInstructionInfo &Info, StringRef Name,
                        SMLoc NameLoc, OperandVector &Operands) override;
  bool parseOperands(StringRef Name, SMLoc NameLoc, OperandVector &Operands);
  bool parsePair(SMLoc Loc, OperandVector &Operands);
  bool parseOfPair(MCInst &Inst);
  bool parseInstructionOfPair(MCInst &Inst);
  bool checkPair();
  bool skipPair();
  bool parseOperand(OperandVector &Operands, StringRef Mnemonic);
  bool parseExpression(OperandVector &Operands);
  bool parseSpecifier(const MCExpr *&Expr);
  bool parseDataExpr(const MCExpr *&Expr) override;
  bool parseBase(OperandVector &Operands);
  ParseStatus parseCsr(OperandVector &Operands);
  ParseStatus tryParseRegister(MCRegister &Reg, SMLoc &Start,
                               SMLoc &End) override;
  bool parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) override;

  bool matchAndEmitInstruction(SMLoc Loc, unsigned &Opcode,
                               OperandVector &Operands, MCStreamer &Out,
                               uint64_t &ErrorInfo,
                               bool MatchingInlineAsm) override;
  bool match(SMLoc Loc, OperandVector &Operands, MCInst &Inst,
             uint64_t &ErrorInfo, bool MatchingInlineAsm);
  bool checkRegisters(const OperandVector &Operands);
  bool reportMismatch(unsigned Result, SMLoc Loc, uint64_t ErrorInfo,
                      const OperandVector &Operands);
  std::string noSuchInstruction(StringRef Mnemonic);
};

} // namespace llvm

#endif // MATRIX_ASMPARSER_MATRIXASMPARSER_H
