//===- CheckVariants.cpp - checks of variants -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the name, features, work division, models and parameters of each
// variant; CheckVariantMemories.cpp and CheckVariantInstructions.cpp check the
// rest. Limits on cores, tile registers and semaphores follow from the widths
// of the fields of DMA descriptors and instructions. Models and parameters
// which handwritten code of the simulator requires are listed here by name,
// because no record refers to them.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/ProgramModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class VariantChecker {
public:
  VariantChecker(Checks &c, const Variant &v) : c(c), v(v) {}

  void check() {
    checkName();
    checkFeatures();
    checkVariantMemories(c, v);
    checkWork();
    checkParameters();
    checkVariantInstructions(c, v);
  }

private:
  void checkName();
  void checkLimits();
  void checkFeatures();
  void checkWork();
  void checkDivision(const Record *work, ArrayRef<StringRef> known);
  void checkParameters();
  void checkParameter(const Record *parameter);
  void checkGiven();
  void checkModels();

  int64_t number(StringRef field) const { return v.Def->getValueAsInt(field); }

  Checks &c;
  const Variant &v;
};

} // namespace

//===----------------------------------------------------------------------===//
// Name and features
//===----------------------------------------------------------------------===//

void VariantChecker::checkName() {
  for (const Variant &other : c.m.Variants)
    if (other.CPU == v.CPU && other.Def->getID() < v.Def->getID())
      c.error(v.Def, "variant name '" + v.CPU + "' is taken by " + other.Name,
              "choose another CPU name");
  if (v.CPU.empty() || v.CPU == "generic")
    c.error(v.Def, "variant name '" + v.CPU + "' means the default variant",
            "choose another CPU name");
  if (v.CPU == "help" || v.CPU == "all")
    c.error(v.Def, "variant name '" + v.CPU + "'",
            "--mcpu=" + v.CPU + (v.CPU == "help" ? " lists" : " names") +
                " the variants: choose another CPU name");
  if (v.CPU == "native")
    c.error(v.Def, "variant name 'native'",
            "LLVM's tools take it for the processor that they run on: choose "
            "another CPU name");
  if (!all_of(v.CPU, [](char x) {
        return isAlnum(x) || x == '-' || x == '_' || x == '.';
      }))
    c.error(v.Def, "variant name '" + v.CPU + "'",
            "tools take it as --mcpu=NAME: use letters, digits, '-', '_', '.'");
  else if (!v.CPU.empty() && !isAlnum(v.CPU[0]))
    c.error(v.Def, "variant name '" + v.CPU + "'",
            "tools take it as --mcpu=NAME: begin with a letter or digit");
  checkLimits();
}

void VariantChecker::checkLimits() {
  int64_t cores = descriptorBits(c.m.Records, "cores");
  if (number("Cores") < 1 || (cores && number("Cores") > cores))
    c.error(v.Def, "Cores", Twine(number("Cores")) + " cores",
            "the core mask of a DMA descriptor has " + Twine(cores) +
                " bits: give 1 to " + Twine(cores));
  int64_t minimum = registersFor(c.m.Records, "tileArguments").size(),
          maximum = registersOf(c.m.Records, "TR").size();
  if (!v.Tiles && number("TileRegisters"))
    c.error(v.Def, "TileRegisters",
            "variant " + v.CPU + " has " +
                quantity(number("TileRegisters"), "tile register") +
                " of no shape",
            "let Tiles = a TileGeometry, or TileRegisters = 0");
  if (v.Tiles && (v.TileRegisters < minimum || v.TileRegisters > maximum))
    c.error(v.Def, "TileRegisters", quantity(v.TileRegisters, "tile register"),
            "their field has " + Twine(Log2_64_Ceil(maximum)) +
                " bits and calls use " + Twine(minimum) +
                ": let TileRegisters = " + Twine(minimum) + " to " +
                Twine(maximum));
}

/// Features of the geometry are implicit.
void VariantChecker::checkFeatures() {
  std::vector<const Record *> seen;
  for (const Record *f : v.Def->getValueAsListOfDefs("Features")) {
    if (f->getName() == "FeatureTallTiles")
      c.error(v.Def, "Features", "variant " + v.CPU + " lists " + f->getName(),
              "remove it: it follows from Tiles");
    if (is_contained(seen, f))
      c.error(v.Def, "Features",
              "variant " + v.CPU + " lists " + f->getName() + " twice",
              "list it once");
    seen.push_back(f);
  }
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

void VariantChecker::checkDivision(const Record *work,
                                   ArrayRef<StringRef> known) {
  StringRef kind = work->getValueAsString("Kind");
  std::vector<StringRef> seen;
  for (StringRef dim : work->getValueAsListOfStrings("Dims")) {
    if (!is_contained(known, dim))
      c.error(v.Def, "WorkDivisions", work,
              "work division of " + kind + " names unknown dimension '" + dim +
                  "'",
              "dimensions of " + kind + " are " + join(known, ", "));
    if (is_contained(seen, dim))
      c.error(v.Def, "WorkDivisions", work,
              "work division of " + kind + " names '" + dim + "' twice",
              "name each dimension once");
    seen.push_back(dim);
  }
}

void VariantChecker::checkWork() {
  static const std::map<StringRef, std::vector<StringRef>> known = {
      {"contraction", {"batch", "m", "n"}},
      {"elementwise", {"outer", "rows", "columns"}},
      {"reduction", {"outer", "rows", "columns"}}};
  std::vector<StringRef> seen;
  for (const Record *work : v.Def->getValueAsListOfDefs("WorkDivisions")) {
    StringRef kind = work->getValueAsString("Kind");
    auto it = known.find(kind);
    if (it == known.end()) {
      c.error(v.Def, "WorkDivisions", work,
              "work division of unknown kind '" + kind + "'",
              "kinds are contraction, elementwise, reduction");
      continue;
    }
    if (is_contained(seen, kind))
      c.error(v.Def, "WorkDivisions", work, "two work divisions of " + kind,
              "keep one of them");
    seen.push_back(kind);
    checkDivision(work, it->second);
  }
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Kinds implemented by the simulator.
void VariantChecker::checkModels() {
  StringRef topology =
      v.Def->getValueAsDef("Net")->getValueAsString("Topology");
  if (topology != "none" && topology != "ring")
    c.error(v.Def, "Net", "there is no interconnect '" + topology + "'",
            "let Net = Ring, or NoInterconnect");
  const Record *issue = v.Def->getValueAsDef("Issue");
  StringRef kind = issue->getValueAsString("Kind");
  auto depths = issue->getValueAsListOfInts("Depths");
  if (kind == "in-order" ? !depths.empty()
                         : kind != "pipe-queues" || depths.size() != 3)
    c.error(v.Def, "Issue", "there is no issue model '" + kind + "'",
            "let Issue = InOrder, or PipeQueues<load, store, execute>");
  for (int64_t depth : depths)
    if (depth < 1 || depth > 4096)
      c.error(v.Def, "Issue", "a queue of " + Twine(depth) + " instructions",
              "give 1 to 4096");
}

/// Parameters required by the rules of docs/timing.md but by no formula.
void VariantChecker::checkGiven() {
  auto need = [&](StringRef parameter, const Twine &reason) {
    if (!v.Parameters.count(parameter.str()))
      c.error(v.Def,
              "variant " + v.CPU + " does not set parameter " + parameter +
                  ", which " + reason + " needs",
              "add ParameterValue<" + parameter + ", n> to its Parameters");
  };
  if (v.Def->getValueAsOptionalDef("Dma"))
    for (StringRef parameter :
         {"LineBytes", "DmaLines", "DramBytes", "DramLatency"})
      need(parameter, "DMA");
  if (v.Def->getValueAsDef("Net")->getValueAsString("Topology") == "ring")
    for (StringRef parameter : {"RingLines", "RingHop"})
      need(parameter, "the ring");
}

void VariantChecker::checkParameter(const Record *f) {
  const Record *parameter = f->getValueAsDef("Of");
  int64_t value = f->getValueAsInt("Value");
  StringRef unit = parameter->getValueAsString("Unit");
  if (!isGivenByVariants(parameter))
    c.error(v.Def, "Parameters", f,
            parameter->getName() + " is not a parameter of a variant",
            "rows and bytes are those of its Tiles, occupancies those of "
            "instructions");
  if (value > INT32_MAX)
    c.error(v.Def, "Parameters", f,
            "parameter " + parameter->getName() + " is " + Twine(value) + " " +
                unit,
            "give at most " + Twine(INT32_MAX));
  bool isRate = unit.contains('/') || unit == "MHz";
  bool isExtent = unit == "elements";
  if (value < 0 || ((isRate || isExtent) && value == 0))
    c.error(v.Def, "Parameters", f,
            "parameter " + parameter->getName() + " is " + Twine(value) + " " +
                unit,
            isRate     ? "a rate is at least 1"
            : isExtent ? "an extent is at least 1"
                       : "give 0 or more");
}

void VariantChecker::checkParameters() {
  for (const Record *f : v.Def->getValueAsListOfDefs("Parameters"))
    checkParameter(f);
  checkGiven();
  checkModels();
  auto line = v.Parameters.find("LineBytes");
  if (line != v.Parameters.end() && !isPowerOf2_64(line->second))
    c.error(
        v.Def, "Parameters", "lines of " + Twine(line->second) + " bytes",
        "the upper bits of an address select its line: give a power of two");
  else if (line != v.Parameters.end() && line->second < 8)
    c.error(v.Def, "Parameters", "lines of " + Twine(line->second) + " bytes",
            "a line holds a general register: give 8 or more");
  auto it = v.Parameters.find("Semaphores");
  unsigned bits = descriptorBits(c.m.Records, "semaphore");
  if (it != v.Parameters.end() && bits && it->second > int64_t(1) << bits)
    c.error(v.Def, "Parameters", Twine(it->second) + " semaphores",
            "the field of a DMA descriptor has " + Twine(bits) +
                " bits: give at most " + Twine(int64_t(1) << bits));
}

void matrix::tblgen::checkVariants(Checks &c) {
  for (const Variant &v : c.m.Variants)
    VariantChecker(c, v).check();
}
