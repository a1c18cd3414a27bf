//===- SimTiming.cpp - timing tables of the simulator ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-sim-timing: indices of pipes, states and row memories, operands by their
// slot in the decoded instruction, and per variant the evaluated timing
// formulas. The types are those of simulator/lib/Timing/IssueTable.cpp.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class TimingEmitter {
public:
  TimingEmitter(const RecordKeeper &records, raw_ostream &os)
      : model(Model::create(records)), os(os),
        pipes(recordsInOrder(records, "Pipe")),
        states(recordsInOrder(records, "State")) {}

  void emit() {
    writeBanner(os, "Timing of the simulator");
    writeSection(os, "GET_PIPES", [&] {
      for (const Record *p : pipes)
        os << "PIPE(\"" << p->getValueAsString("Name") << "\")\n";
    });
    writeSection(os, "GET_STATES", [&] {
      for (const Record *s : states)
        os << "STATE(" << s->getName() << ")\n";
    });
    writeSection(os, "GET_INSTRUCTIONS", [&] { emitInstructions(); });
    writeSection(os, "GET_OPERANDS", [&] { os << operands; });
    writeSection(os, "GET_IMPLICIT", [&] { os << implicit; });
    writeSection(os, "GET_VARIANTS", [&] {
      for (const Variant &v : model.Variants)
        emitVariant(v);
    });
  }

private:
  size_t pipeOf(const Instruction &i) const {
    return find(pipes, i.Def->getValueAsDef("Time")->getValueAsDef("On")) -
           pipes.begin();
  }

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  // {pipe, queue, scalar, first operand, operands, first implicit, implicit}
  void emitInstructions() {
    for (const Instruction &i : model.Instructions) {
      if (i.numOutputs() > 1)
        report(i.Def, "the timing model supports one result per instruction; "
                      "split it into two");
      unsigned firstOperand = numOperands, firstImplicit = numImplicit;
      for (const Operand &o : i.Operands)
        addOperand(o);
      addImplicit(i);
      bool isScalar = i.Class == InstructionClass::Scalar;
      os << formatv("{{{0}, Queue::{1}, {2}, {3}, {4}, {5}, {6}}, // {7}\n",
                    pipeOf(i), queueName(i), isScalar ? "true" : "false",
                    firstOperand, numOperands - firstOperand, firstImplicit,
                    numImplicit - firstImplicit, i.Name);
    }
  }

  static StringRef queueName(const Instruction &i) {
    std::optional<PipeQueue> queue = queueOf(i);
    return !queue                       ? "None"
           : *queue == PipeQueue::Load  ? "Load"
           : *queue == PipeQueue::Store ? "Store"
                                        : "Execute";
  }

  // {file, slot, result}
  void addOperand(const Operand &o) {
    if (!o.isRegister())
      return;
    StringRef file =
        o.Class == OperandClass::Tile ? "Tile"
        : o.Class == OperandClass::Float32 || o.Class == OperandClass::Float64
            ? "Float"
            : "General";
    operands += formatv("{{File::{0}, {1}, {2}},\n", file, o.RegisterSlot,
                        o.Out ? "true" : "false");
    ++numOperands;
  }

  /// Adds implicit registers and states of the record, and pipes that must be
  /// free for the instruction's role.
  void addImplicit(const Instruction &i) {
    unsigned before = numImplicit;
    for (StringRef list : {"Uses", "Defs"})
      for (const Record *r : i.Def->getValueAsListOfDefs(list))
        if (!isForwarded(i, r))
          addEntry(list == "Defs" ? "Write" : "Read", fileOf(r), numberOf(r));
    if (i.hasRole("dma_start"))
      for (size_t pipe : storePipes())
        addEntry("Read", "Pipe", pipe);
    if (i.hasRole("fence"))
      addEntry("Read", "Rows", 0);
    if (numImplicit != before && (i.Class == InstructionClass::Scalar ||
                                  i.Class == InstructionClass::Tile))
      report(i.Def, "the timing model supports Uses and Defs of system and row "
                    "instructions only; make them operands");
  }
  /// Returns whether the state is forwarded within the instruction's pipe.
  bool isForwarded(const Instruction &i, const Record *r) {
    if (!r->isSubClassOf("TileState") || !r->getValueAsBit("IsForwarded"))
      return false;
    size_t pipe = forwardingPipes.try_emplace(r, pipeOf(i)).first->second;
    if (pipe != pipeOf(i))
      report(i.Def, "uses '" + r->getValueAsString("Name") +
                        "', which is forwarded within the pipe of other "
                        "instructions; let IsForwarded = false");
    return true;
  }
  // {use, file, number}
  void addEntry(StringRef use, StringRef file, size_t number) {
    implicit += formatv("{{Use::{0}, File::{1}, {2}},\n", use, file, number);
    ++numImplicit;
  }
  StringRef fileOf(const Record *r) const {
    if (r->isSubClassOf("State"))
      return "State";
    auto isIn = [&](StringRef registerClass) {
      return is_contained(registersOf(model.Records, registerClass), r);
    };
    return isIn("GPR") ? "General" : isIn("FPR64") ? "Float" : "Tile";
  }
  size_t numberOf(const Record *r) const {
    if (r->isSubClassOf("State"))
      return find(states, r) - states.begin();
    return *r->getValueAsBitsInit("HWEncoding")->convertInitializerToInt();
  }

  /// Returns the pipes of tile stores.
  SmallVector<size_t> storePipes() const {
    SmallVector<size_t> list;
    for (const Instruction &i : model.Instructions)
      if (i.Class == InstructionClass::Tile &&
          i.Semantics.is(ExprKind::Store) && !is_contained(list, pipeOf(i)))
        list.push_back(pipeOf(i));
    return list;
  }

  //===--------------------------------------------------------------------===//
  // Parameters
  //===--------------------------------------------------------------------===//

  // {cpu, depths of queues, {{occupancy, latency, lines a cycle}, ..}}
  void emitVariant(const Variant &v) {
    os << formatv("{{\"{0}\", {{", v.CPU);
    for (int64_t depth :
         v.Def->getValueAsDef("Issue")->getValueAsListOfInts("Depths"))
      os << depth << ", ";
    os << "}, {\n";
    for (const Instruction &i : model.Instructions)
      if (i.isAvailable(v))
        os << formatv("{{{0}, {1}, {2}}, // {3}\n", model.occupancy(i, v),
                      model.latency(i, v), lineRate(i, v), i.Name);
      else
        os << "{},\n";
    os << "}},\n";
  }

  /// Returns the rate in lines per cycle that the occupancy of a tile load or
  /// store names: its duration depends on the lines that its rows touch.
  int64_t lineRate(const Instruction &i, const Variant &v) const {
    if (i.Class != InstructionClass::Tile || !(i.MayLoad || i.MayStore))
      return 0;
    return lineRate(i.Def->getValueAsDef("Time")->getValueAsDag("Occupy"), v);
  }
  static int64_t lineRate(const Init *init, const Variant &v) {
    if (auto *d = dyn_cast<DefInit>(init)) {
      const Record *r = d->getDef();
      auto parameter = v.Parameters.find(r->getName().str());
      bool isRate = r->isSubClassOf("Parameter") &&
                    r->getValueAsString("Unit") == "lines/cycle";
      return isRate && parameter != v.Parameters.end() ? parameter->second : 0;
    }
    int64_t rate = 0;
    if (auto *dag = dyn_cast<DagInit>(init))
      for (const Init *a : dag->getArgs())
        rate = std::max(rate, lineRate(a, v));
    return rate;
  }

  Model model;
  raw_ostream &os;
  std::vector<const Record *> pipes, states;
  DenseMap<const Record *, size_t> forwardingPipes;
  std::string operands, implicit;
  unsigned numOperands = 0, numImplicit = 0;
};

void emitTiming(const RecordKeeper &records, raw_ostream &os) {
  TimingEmitter(records, os).emit();
}

Generator option("gen-sim-timing", emitTiming, "Timing of the simulator");

} // namespace
