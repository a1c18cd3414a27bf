//===- SimDecoder.cpp - decoder tables of the simulator -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator has its own decoder tables, so that its decoder, the assembler
// and the disassembler test each other. The types are those of
// simulator/lib/Core/Decoder.h. An instruction has mask and value of its fixed
// bits, and its features as a bit mask; it is in a variant that has all of
// them. An operand is a list of bit runs, from which shifts and masks assemble
// its field.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class DecoderEmitter {
public:
  DecoderEmitter(const RecordKeeper &records, raw_ostream &os)
      : model(Model::create(records)), os(os),
        features(recordsInOrder(records, "Feature")) {
    if (features.size() > 64)
      report(features.back(), "the simulator's decoder supports at most 64 "
                              "features; share one among instructions");
  }

  void emit() {
    writeBanner(os, "Decoder of the simulator");
    writeSection(os, "GET_FEATURES", [&] {
      for (const Record *f : features)
        os << "\"" << f->getValueAsString("Name") << "\",\n";
    });
    writeSection(os, "GET_PAIR_FEATURES", [&] { emitPairFeatures(); });
    writeSection(os, "GET_VARIANTS", [&] { emitVariants(); });
    writeSection(os, "GET_INSTRUCTIONS", [&] { emitInstructions(); });
    writeSection(os, "GET_OPERANDS", [&] { os << operands; });
    writeSection(os, "GET_RUNS", [&] { os << runs; });
  }

private:
  uint64_t featureMask(ArrayRef<const Record *> list) {
    uint64_t mask = 0;
    for (const Record *f : list)
      mask |= uint64_t(1) << (find(features, f) - features.begin());
    return mask;
  }

  void emitPairFeatures() {
    for (const Record *layout : recordsInOrder(model.Records, "PairLayout"))
      os << formatv("{0:x}ull\n", featureMask(layout->getValueAsDef("Needs")));
  }

  // {cpu, features, tile registers}
  void emitVariants() {
    for (const Variant &v : model.Variants)
      os << formatv("{{\"{0}\", {1:x}ull, {2}},\n", v.CPU,
                    featureMask(v.Features), v.TileRegisters);
  }

  // {mnemonic, assembly, mask, value, features, first operand, operands,
  //  transfers}
  void emitInstructions() {
    for (const Instruction &i : model.Instructions) {
      unsigned first = numOperands;
      for (unsigned k = 0; k < i.Operands.size(); ++k)
        if (i.Operands[k].TiedTo < 0)
          addOperand(i, k);
      os << formatv(
          "{{\"{0}\", \"{1}\", {2:x}u, {3:x}u, {4:x}ull, {5}, {6}, {7}},\n",
          i.Mnemonic, assembly(i), i.Code.Mask, i.Code.Value,
          featureMask(i.Features), first, numOperands - first,
          transfers(i) ? "true" : "false");
    }
  }

  static bool transfers(const Instruction &i) {
    return i.Def->getValueAsBit("isBranch") || i.Def->getValueAsBit("isCall");
  }

  static std::string assembly(const Instruction &i) {
    std::string text = i.Def->getValueAsString("AsmString").str();
    for (char &c : text)
      c = c == '\t' ? ' ' : c;
    return text;
  }

  // {name, kind, slot, result, signed, shift, bias, first run, runs}
  void addOperand(const Instruction &i, unsigned index) {
    const Operand &o = i.Operands[index];
    auto field = i.Code.Fields.find(o.Name);
    bool immediate = o.ImmediateSlot >= 0;
    auto number = [&](StringRef name) {
      return immediate ? o.Def->getValueAsInt(name) : 0;
    };
    bool isSigned = immediate && o.Def->getValueAsBit("Signed");
    raw_string_ostream(operands) << formatv(
        "{{\"{0}\", OperandKind::{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}},\n",
        o.Name,
        immediate ? (o.PcRelative ? "CodeAddress" : "Immediate")
                  : registerKind(o.Class),
        immediate ? o.ImmediateSlot : o.RegisterSlot,
        discardable(i, index) ? "true" : "false", isSigned ? "true" : "false",
        number("Shift"), number("Bias"), numRuns, field->second.size());
    for (const BitRun &r : field->second)
      raw_string_ostream(runs)
          << formatv("{{{0}, {1}, {2}},\n", r.InstLow, r.FieldLow, r.Width);
    numRuns += field->second.size();
    ++numOperands;
  }

  /// Results in r0 are discarded, unless the register is also read.
  static bool discardable(const Instruction &i, unsigned index) {
    const Operand &o = i.Operands[index];
    return o.Out && o.Class == OperandClass::General &&
           none_of(i.Operands,
                   [&](const Operand &p) { return p.TiedTo == int(index); });
  }

  static StringRef registerKind(OperandClass c) {
    switch (c) {
    case OperandClass::Tile:
      return "Tile";
    case OperandClass::Float32:
    case OperandClass::Float64:
      return "Float";
    default:
      return "General";
    }
  }

  Model model;
  raw_ostream &os;
  std::vector<const Record *> features;
  std::string operands, runs;
  unsigned numOperands = 0, numRuns = 0;
};

} // namespace

static void emitSimDecoder(const RecordKeeper &records, raw_ostream &os) {
  DecoderEmitter(records, os).emit();
}

/// A separate file, because the whole simulator includes it and it depends on
/// the list of instructions only, not on their encodings.
static void emitSimOpcodes(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Opcodes of the simulator");
  for (const Instruction &i : Model::create(records).Instructions)
    os << "OP(" << i.Name << ")\n";
}

static Generator opcodes("gen-sim-opcodes", emitSimOpcodes,
                         "List the simulator's opcodes");
static Generator option("gen-sim-decoder", emitSimDecoder,
                        "Tables of the simulator's decoder");
