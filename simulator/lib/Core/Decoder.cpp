//===- Decoder.cpp - instruction decoder ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches words against the mask and value of each instruction by a linear
// search; programs are decoded once, so that no decision tree is needed.
// Variants assign the encodings of the variant space differently: the search
// continues after a match that the variant does not have, and keeps it for the
// message. A field of an operand may be scattered over the word; it is the
// union of runs
//
//     field |= (word >> instLow & (2^width - 1)) << fieldLow
//
// and an immediate is (sign-extended field << shift) + bias. The disassembler
// substitutes operands in the assembly string of the description.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Core.h"
#include "InstructionCode.h"
#include "Support/Hex.h"
#include "matrix/Description/Target.h"
#include "matrix/Support/Pairs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace matrix::sim;

namespace {
enum class OperandKind : uint8_t {
  General,
  Float,
  Tile,
  Immediate,
  CodeAddress
};

/// A run of contiguous bits of a field within the word.
struct FieldRun {
  uint8_t instLow, fieldLow, width;
};

struct OperandCode {
  const char *name;
  OperandKind kind;
  uint8_t slot;
  bool isResult; // r0 as a result is discarded
  bool isSigned;
  uint8_t shift;
  int16_t bias;
  uint16_t firstRun, numRuns;
};

struct VariantCode {
  std::string_view cpu;
  uint64_t features;
  unsigned tileRegisters;
};
} // namespace

static const InstructionCode instructions[] = {
#define GET_INSTRUCTIONS
#include "MatrixSimDecoder.inc"
};
static const OperandCode operandCodes[] = {
#define GET_OPERANDS
#include "MatrixSimDecoder.inc"
};
static const FieldRun fieldRuns[] = {
#define GET_RUNS
#include "MatrixSimDecoder.inc"
};
static const VariantCode variants[] = {
#define GET_VARIANTS
#include "MatrixSimDecoder.inc"
};
static const uint64_t pairFeatures =
#define GET_PAIR_FEATURES
#include "MatrixSimDecoder.inc"
    ;
static const char *const featureNames[] = {
#define GET_FEATURES
#include "MatrixSimDecoder.inc"
};

// In the order of the interpreter's labels.
const uint16_t opcode::illegal = std::size(instructions);
const uint16_t opcode::outside = illegal + 1;
const uint16_t opcode::pause = outside + 1;
const unsigned opcode::count = pause + 1;

static ArrayRef<OperandCode> operandsOf(const InstructionCode &code) {
  return ArrayRef(operandCodes).slice(code.firstOperand, code.numOperands);
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// Returns the raw field; sets its width.
static uint32_t rawField(const OperandCode &operand, uint32_t word,
                         unsigned &width) {
  uint32_t value = 0;
  width = 0;
  for (const FieldRun &run :
       ArrayRef(fieldRuns).slice(operand.firstRun, operand.numRuns)) {
    uint32_t bits =
        uint64_t(word) >> run.instLow & ((uint64_t(1) << run.width) - 1);
    value |= bits << run.fieldLow;
    width = std::max(width, unsigned(run.fieldLow + run.width));
  }
  return value;
}

static int32_t immediate(const OperandCode &operand, uint32_t word) {
  unsigned width;
  int64_t value = rawField(operand, word, width);
  if (operand.isSigned && value >> (width - 1))
    value -= int64_t(1) << width;
  return int32_t(value * (int64_t(1) << operand.shift) + operand.bias);
}

static unsigned registerNumber(const OperandCode &operand, uint32_t word) {
  unsigned width;
  return rawField(operand, word, width);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

Decoder::Decoder(std::string_view cpu) {
  for (const VariantCode &variant : variants)
    if (variant.cpu == cpu) {
      features = variant.features;
      tileRegisters = variant.tileRegisters;
    }
}

/// True if the variant has the tile registers of the word.
bool Decoder::hasRegisters(const InstructionCode &code, uint32_t word) const {
  for (const OperandCode &operand : operandsOf(code))
    if (operand.kind == OperandKind::Tile &&
        registerNumber(operand, word) >= tileRegisters)
      return false;
  return true;
}

/// Returns the instruction of the variant; else the last one whose encoding
/// matches, for the reason in text().
Decoder::Match Decoder::find(uint32_t word) const {
  Match match;
  for (const InstructionCode &code : instructions) {
    if ((word & code.mask) != code.value)
      continue;
    match.code = &code;
    match.available =
        (code.features & ~features) == 0 && hasRegisters(code, word);
    if (match.available)
      break;
  }
  return match;
}

Decoded Decoder::decode(uint32_t word) const {
  Decoded insn = {};
  Match match = find(word);
  insn.opcode = match.available ? match.code - instructions : opcode::illegal;
  if (!match.available)
    return insn;
  for (const OperandCode &operand : operandsOf(*match.code)) {
    bool encoded = operand.kind == OperandKind::Immediate ||
                   operand.kind == OperandKind::CodeAddress;
    if (encoded) {
      insn.imm[operand.slot] = immediate(operand, word);
      continue;
    }
    unsigned number = registerNumber(operand, word);
    bool discards = operand.isResult && number == 0;
    insn.reg[operand.slot] = discards ? Core::discarded : number;
  }
  return insn;
}

bool Decoder::hasPairs() const { return (pairFeatures & ~features) == 0; }

std::optional<std::array<Decoded, 2>> Decoder::decodePair(uint32_t word) const {
  if (!hasPairs() || !isPair(word))
    return std::nullopt;
  std::array<Decoded, 2> both;
  for (unsigned slot : {0, 1}) {
    std::optional<uint32_t> alone = expanded(word, slot);
    if (!alone)
      return std::nullopt;
    both[slot] = decode(*alone);
    if (both[slot].opcode == opcode::illegal)
      return std::nullopt;
  }
  return both;
}

bool matrix::sim::writes(const Decoded &insn, unsigned general) {
  if (insn.opcode < std::size(instructions))
    for (const OperandCode &operand : operandsOf(instructions[insn.opcode]))
      if (operand.isResult && operand.kind == OperandKind::General &&
          insn.reg[operand.slot] == general)
        return true;
  return false;
}

bool matrix::sim::transfers(const Decoded &insn) {
  return insn.opcode < std::size(instructions) &&
         instructions[insn.opcode].transfers;
}

int matrix::sim::codeAddressSlot(unsigned opcode) {
  if (opcode < std::size(instructions))
    for (const OperandCode &operand : operandsOf(instructions[opcode]))
      if (operand.kind == OperandKind::CodeAddress)
        return operand.slot;
  return -1;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string operandText(const OperandCode &operand, uint32_t word,
                               uint64_t pc) {
  switch (operand.kind) {
  case OperandKind::General:
    return matrix::desc::registers::generalPrefix +
           std::to_string(registerNumber(operand, word));
  case OperandKind::Float:
    return matrix::desc::registers::floatPrefix +
           std::to_string(registerNumber(operand, word));
  case OperandKind::Tile:
    return matrix::desc::registers::tilePrefix +
           std::to_string(registerNumber(operand, word));
  case OperandKind::Immediate:
    return std::to_string(immediate(operand, word));
  case OperandKind::CodeAddress:
    return hex(pc + int64_t(immediate(operand, word)));
  }
  return "";
}

/// Substitutes $name and ${name}. Tied operands do not appear in assembly.
static std::string instructionText(const InstructionCode &code, uint32_t word,
                                   uint64_t pc) {
  std::string text;
  for (StringRef rest = code.assembly; !rest.empty();) {
    if (!rest.consume_front("$")) {
      text += rest.front();
      rest = rest.drop_front();
      continue;
    }
    bool braces = rest.consume_front("{");
    StringRef name =
        rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    rest = rest.drop_front(name.size() + braces);
    for (const OperandCode &operand : operandsOf(code))
      if (name == operand.name)
        text += operandText(operand, word, pc);
  }
  return text;
}

std::string Decoder::text(uint32_t word, uint64_t pc) const {
  unsigned within = pc % desc::instructionBytes;
  if (decodePair(word))
    return text(*expanded(word, within != 0), pc - within);
  Match match = find(word);
  if (!match.code)
    return hex(word) + ", which is not an instruction";
  std::string text = "`" + instructionText(*match.code, word, pc) + "`";
  if (match.available)
    return text;
  for (unsigned i = 0; i < std::size(featureNames); ++i)
    if ((match.code->features & ~features) >> i & 1)
      return text + ", which needs feature '" + featureNames[i] + "'";
  return text + ", which names a tile register beyond t" +
         std::to_string(int(tileRegisters) - 1);
}
