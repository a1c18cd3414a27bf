//===- Schedule.cpp - scheduling models of the variants for LLVM ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-schedule: TableGen text for llvm-tblgen, which makes of it what LLVM's
// machine scheduler and llvm-mca ask: per variant a SchedMachineModel, its
// pipes, and what every instruction costs there; and the processors.
//
//   rules of docs/timing.md           TargetSchedule.td
//   one issue a cycle, in order       IssueWidth = 1, MicroOpBufferSize = 0
//   a pipe                            ProcResource<1>; BufferSize 0, or the
//                                     depth of the queue in front of it
//   occupancy, latency                ReleaseAtCycles, Latency
//   cycles lost by a wrong guess      MispredictPenalty
//
// Not said, because LLVM has no words for it: lines and banks of tile accesses
// (the formulas are those without conflicts), memories of different distance.
//
// Instructions are put together by their Timing records and not by cycles: a
// new figure must not move an instruction to another of LLVM's scheduling
// classes, which all of the code generator would be compiled for again.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Model.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace llvm;
using namespace matrix::tblgen;

/// LLVM's tables have 16 bits for cycles.
static constexpr int64_t MaxCycles = std::numeric_limits<int16_t>::max();

namespace {

/// The model of one variant.
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

  /// Entries of the queue in which the instruction waits for its pipe, the
  /// core going on; 0: the core waits.
  int64_t queueDepth(const Instruction &i) const {
    std::vector<int64_t> depths =
        variant.Def->getValueAsDef("Issue")->getValueAsListOfInts("Depths");
    std::optional<PipeQueue> queue = queueOf(i);
    return depths.empty() || !queue ? 0 : depths[static_cast<size_t>(*queue)];
  }

  void emitModel() {
    auto lost = variant.Figures.find("BranchCycles");
    os << formatv("\ndef {0} : SchedMachineModel {{\n"
                  "  let IssueWidth = 1;\n"
                  "  let MicroOpBufferSize = 0;\n"
                  "  let MispredictPenalty = {1};\n"
                  "  let CompleteModel = 0; // pseudo instructions take none\n"
                  "}\n",
                  name, lost == variant.Figures.end() ? 0 : lost->second);
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
  MapVector<const Record *, int64_t> pipes; // with the depths of their queues
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
