//===- SchedulingModels.cpp - scheduling models for LLVM ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-schedule: TableGen text from which llvm-tblgen generates the tables of
// LLVM's machine scheduler and llvm-mca: one SchedMachineModel per variant with
// its pipes and instruction costs, and the processors.
//
//   rules of docs/timing.md           TargetSchedule.td
//   one issue per cycle, in order     IssueWidth = 1, MicroOpBufferSize = 0
//   pipe                              ProcResource<1>; BufferSize 0, or the
//                                     depth of the queue of the pipe
//   occupancy, latency                ReleaseAtCycles, Latency
//   cycles lost by misprediction      MispredictPenalty
//
// LLVM's model cannot express lines and banks of tile accesses (the formulas
// are conflict-free) and memories of different distance.
//
// Instructions are grouped by Timing record instead of cycles: a changed
// parameter must not move an instruction to another scheduling class, which
// would recompile the code generator.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace llvm;
using namespace matrix::tblgen;

/// LLVM's tables store cycles in 16 bits.
static constexpr int64_t MaxCycles = std::numeric_limits<int16_t>::max();

namespace {

/// Emits the model of one variant.
class ModelEmitter {
public:
  ModelEmitter(raw_ostream &os, const Model &model, const Variant &variant)
      : os(os), model(model), variant(variant),
        name(variant.Name + "Schedule") {}

  void emit() {
    collect();
    emitModel();
    os << "let SchedModel = " << name << " in {\n";
    for (const auto &[pipe, depth] : pipes)
      os << formatv("def {0} : ProcResource<1> {{ let BufferSize = {1}; }\n",
                    resource(pipe), depth);
    for (const auto &[time, instructions] : groups)
      emitGroup(instructions);
    os << "}\n";
    emitProcessors();
  }

private:
  void collect() {
    for (const Instruction &i : model.Instructions) {
      if (!i.isAvailable(variant))
        continue;
      const Record *time = i.Def->getValueAsDef("Time");
      groups[time].push_back(&i);
      int64_t &depth = pipes[time->getValueAsDef("On")];
      depth = std::max(depth, queueDepth(i));
    }
  }

  /// Returns the entries of the queue before the instruction's pipe; 0:
  /// the core stalls.
  int64_t queueDepth(const Instruction &i) const {
    std::vector<int64_t> depths =
        variant.Def->getValueAsDef("Issue")->getValueAsListOfInts("Depths");
    std::optional<PipeQueue> queue = queueOf(i);
    return depths.empty() || !queue ? 0 : depths[static_cast<size_t>(*queue)];
  }

  void emitModel() {
    auto lost = variant.Parameters.find("BranchCycles");
    os << formatv("\ndef {0} : SchedMachineModel {{\n"
                  "  let IssueWidth = 1;\n"
                  "  let MicroOpBufferSize = 0;\n"
                  "  let MispredictPenalty = {1};\n"
                  "  let CompleteModel = 0; // pseudo instructions take none\n"
                  "}\n",
                  name, lost == variant.Parameters.end() ? 0 : lost->second);
  }

  void emitGroup(ArrayRef<const Instruction *> instructions) {
    const Instruction &first = *instructions.front();
    std::string write = name + first.Name;
    os << formatv(
        "def {0} : SchedWriteRes<[{1}]> {{ let Latency = {2}; "
        "let ReleaseAtCycles = [{3}]; let RetireOOO = 1; }\n"
        "def : InstRW<[{0}], (instrs {4})>;\n",
        write, resource(first.Def->getValueAsDef("Time")->getValueAsDef("On")),
        std::min(model.latency(first, variant), MaxCycles),
        std::min(model.occupancy(first, variant), MaxCycles),
        join(map_range(instructions,
                       [](const Instruction *i) { return i->Name; }),
             ", "));
  }

  std::string resource(const Record *pipe) const {
    return variant.Name + pipe->getName().str();
  }

  void emitProcessors() {
    os << formatv("def : ProcessorModel<\"{0}\", {1}, FeaturesOf<{2}>.All>;\n",
                  variant.CPU, name, variant.Name);
    if (variant.Default)
      os << formatv(
          "def : ProcessorModel<\"generic\", {0}, FeaturesOf<{1}>.All>;\n",
          name, variant.Name);
  }

  raw_ostream &os;
  const Model &model;
  const Variant &variant;
  std::string name;
  MapVector<const Record *, int64_t> pipes; // with queue depths
  MapVector<const Record *, std::vector<const Instruction *>> groups; // by Time
};

} // namespace

static void emitSchedule(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "Scheduling models");
  for (const Variant &v : model.Variants)
    ModelEmitter(os, model, v).emit();
}

static Generator registration("gen-schedule", emitSchedule,
                              "Generate LLVM's scheduling models "
                              "and processors (TableGen)");
