//===- AsmParser/MatrixAsmParser.cpp - assembly text to instructions ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses assembly. Operands are separated by commas; each is a register, an
// expression, or expression(register). The generated matcher selects the
// instruction by operand classes and checks the ranges of immediates.
//
//===----------------------------------------------------------------------===//

#include "MatrixAsmParser.h"
#include "MCTargetDesc/MatrixOpcodes.h"

using namespace llvm;

#define GET_REGISTER_MATCHER
#define GET_MATCHER_IMPLEMENTATION
#define GET_MNEMONIC_CHECKER
#define GET_MNEMONIC_SPELL_CHECKER
#include "MatrixGenAsmMatcher.inc"

bool MatrixAsmParser::parseInstruction(ParseInstructionInfo &, StringRef Name,
                                       SMLoc NameLoc, OperandVector &Operands) {
  if (Name == "{")
    return parsePair(NameLoc, Operands) ? skipPair() : checkPair();
  return parseOperands(Name, NameLoc, Operands) ||
         Parser.parseToken(AsmToken::EndOfStatement,
                           "expected ',' or the end of the line");
}

/// Parses up to the end of the instruction.
bool MatrixAsmParser::parseOperands(StringRef Name, SMLoc NameLoc,
                                    OperandVector &Operands) {
  Operands.push_back(MatrixOperand::token(Name, NameLoc));
  if (token().is(AsmToken::EndOfStatement) || token().is(AsmToken::RCurly))
    return false;
  do {
    if (parseOperand(Operands, Name))
      return true;
  } while (Parser.parseOptionalToken(AsmToken::Comma));
  return false;
}

/// reg | expr | expr(reg) | (reg)
bool MatrixAsmParser::parseOperand(OperandVector &Operands,
                                   StringRef Mnemonic) {
  ParseStatus Custom = MatchOperandParserImpl(Operands, Mnemonic);
  if (!Custom.isNoMatch())
    return Custom.isFailure();
  SMLoc Start, End;
  MCRegister Reg;
  if (tryParseRegister(Reg, Start, End).isSuccess()) {
    Operands.push_back(MatrixOperand::reg(Reg, Start, End));
    return false;
  }
  if (token().isNot(AsmToken::LParen) && parseExpression(Operands))
    return true;
  return token().is(AsmToken::LParen) && parseBase(Operands);
}

bool MatrixAsmParser::parseExpression(OperandVector &Operands) {
  SMLoc Start = token().getLoc();
  const MCExpr *Expr;
  if (token().is(AsmToken::Percent) ? parseSpecifier(Expr)
                                    : Parser.parseExpression(Expr))
    return true;
  Operands.push_back(MatrixOperand::imm(Expr, Start, token().getLoc()));
  return false;
}

/// %abs_g0(expr)
bool MatrixAsmParser::parseSpecifier(const MCExpr *&Expr) {
  Lex();
  SMLoc Loc = token().getLoc();
  auto Specifier = Matrix::specifierNamed(token().getString());
  if (Specifier == matrix::elf::R_MATRIX_NONE)
    return Error(Loc, "unknown specifier '%" + token().getString() +
                          "'; known are abs_g0 to abs_g3, tprel_g0, tprel_g1, "
                          "tprel_64, and abs_g0_nc to abs_g2_nc and "
                          "tprel_g0_nc, which check nothing");
  Lex();
  if (Parser.parseToken(AsmToken::LParen, "expected '('") ||
      Parser.parseExpression(Expr) ||
      Parser.parseToken(AsmToken::RParen, "expected ')'"))
    return true;
  Expr = MCSpecifierExpr::create(Expr, Specifier, getContext(), Loc);
  return false;
}

/// Parses data with a specifier, such as the offsets of thread-local variables
/// in debug information: `.quad %tprel_64(x)`
bool MatrixAsmParser::parseDataExpr(const MCExpr *&Expr) {
  SMLoc Loc = token().getLoc(), End;
  if (token().isNot(AsmToken::Percent))
    return Parser.parseExpression(Expr, End);
  if (parseSpecifier(Expr))
    return true;
  return cast<MCSpecifierExpr>(Expr)->getSpecifier() !=
             matrix::elf::R_MATRIX_TPREL_64 &&
         Error(Loc, "only the specifier '%tprel_64' is possible in data");
}

bool MatrixAsmParser::parseBase(OperandVector &Operands) {
  SMLoc Start, End;
  MCRegister Reg;
  Operands.push_back(MatrixOperand::token("(", token().getLoc()));
  Lex();
  if (!tryParseRegister(Reg, Start, End).isSuccess())
    return Error(token().getLoc(), "expected a register");
  Operands.push_back(MatrixOperand::reg(Reg, Start, End));
  Operands.push_back(MatrixOperand::token(")", token().getLoc()));
  return Parser.parseToken(AsmToken::RParen, "expected ')'");
}

ParseStatus MatrixAsmParser::parseCsr(OperandVector &Operands) {
  if (token().isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  for (const auto &Csr : matrix::desc::csrs)
    if (token().getString() == StringRef(Csr.name)) {
      const MCExpr *Number = MCConstantExpr::create(Csr.number, getContext());
      Operands.push_back(
          MatrixOperand::imm(Number, token().getLoc(), token().getEndLoc()));
      Lex();
      return ParseStatus::Success;
    }
  return ParseStatus::NoMatch;
}

ParseStatus MatrixAsmParser::tryParseRegister(MCRegister &Reg, SMLoc &Start,
                                              SMLoc &End) {
  if (token().isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  Reg = MatchRegisterName(token().getIdentifier());
  if (!Reg)
    return ParseStatus::NoMatch;
  Start = token().getLoc();
  End = token().getEndLoc();
  Lex();
  return ParseStatus::Success;
}

bool MatrixAsmParser::parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) {
  return !tryParseRegister(Reg, Start, End).isSuccess();
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

bool MatrixAsmParser::matchAndEmitInstruction(SMLoc Loc, unsigned &Opcode,
                                              OperandVector &Operands,
                                              MCStreamer &Out,
                                              uint64_t &ErrorInfo,
                                              bool MatchingInlineAsm) {
  MCInst Inst = Pair;
  bool IsPair = static_cast<MatrixOperand &>(*Operands[0]).getToken() == "{";
  if (!IsPair && match(Loc, Operands, Inst, ErrorInfo, MatchingInlineAsm))
    return true;
  Opcode = Inst.getOpcode();
  bool IsAnalysis = !Out.hasRawTextSupport() && !Out.isObj();
  if (!IsPair || !IsAnalysis) {
    Out.emitInstruction(Inst, getSTI());
    return false;
  }
  for (unsigned Slot : {0, 1}) // scheduling models have single instructions
    Out.emitInstruction(Matrix::ofPair(Inst, Slot), getSTI());
  return false;
}

bool MatrixAsmParser::match(SMLoc Loc, OperandVector &Operands, MCInst &Inst,
                            uint64_t &ErrorInfo, bool MatchingInlineAsm) {
  unsigned Result =
      MatchInstructionImpl(Operands, Inst, ErrorInfo, MatchingInlineAsm);
  if (Result != Match_Success)
    return reportMismatch(Result, Loc, ErrorInfo, Operands);
  Inst.setLoc(Loc);
  return checkRegisters(Operands);
}

/// Reports tile registers that the encoding can address but the variant does
/// not implement.
bool MatrixAsmParser::checkRegisters(const OperandVector &Operands) {
  const MCRegisterInfo &MRI = *getContext().getRegisterInfo();
  const auto &Variant = Matrix::variantOf(getSTI().getCPU());
  for (const auto &Operand : Operands)
    if (Operand->isReg() &&
        MRI.getRegClass(Matrix::TRRegClassID).contains(Operand->getReg()) &&
        !Matrix::hasTileRegister(Variant, Operand->getReg()))
      return Error(Operand->getStartLoc(),
                   "variant '" + Twine(StringRef(Variant.cpu)) + "' has only " +
                       Twine(Variant.tileRegisters) + " tile registers");
  return false;
}

/// ErrorInfo is the number of the operand at which matching failed, or all ones
/// if there is none. The text belongs to the operand class.
bool MatrixAsmParser::reportMismatch(unsigned Result, SMLoc Loc,
                                     uint64_t ErrorInfo,
                                     const OperandVector &Operands) {
  StringRef Mnemonic = static_cast<MatrixOperand &>(*Operands[0]).getToken();
  if (Result == Match_MnemonicFail)
    return Error(Loc, noSuchInstruction(Mnemonic));
  if (Result == Match_MissingFeature)
    return Error(Loc, "variant '" + getSTI().getCPU() +
                          "' has no instruction '" + Mnemonic + "'");
  SMLoc OperandLoc = Loc;
  if (ErrorInfo != ~0ULL) {
    if (ErrorInfo >= Operands.size())
      return Error(Loc, "too few operands for '" + Mnemonic + "'");
    OperandLoc = Operands[ErrorInfo]->getStartLoc();
  }
  const char *Text = getMatchKindDiag(static_cast<MatrixMatchResultTy>(Result));
  return Error(OperandLoc, Text ? Text : "invalid operand");
}

std::string MatrixAsmParser::noSuchInstruction(StringRef Mnemonic) {
  // A mnemonic of another variant is not reported as a spelling mistake.
  FeatureBitset All;
  All.set();
  if (MatrixCheckMnemonic(Mnemonic, ComputeAvailableFeatures(All), 0))
    return ("variant '" + getSTI().getCPU() + "' has no instruction '" +
            Mnemonic + "'")
        .str();
  FeatureBitset Available = ComputeAvailableFeatures(getSTI().getFeatureBits());
  return ("unknown instruction '" + Mnemonic + "'" +
          MatrixMnemonicSpellCheck(Mnemonic, Available, 0))
      .str();
}

extern "C" void LLVMInitializeMatrixAsmParser() {
  RegisterMCAsmParser<MatrixAsmParser> Registration(getTheMatrixTarget());
}
