//===- CheckGenerators.cpp - errors found by generators -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every generator on the instructions without errors and discards the
// output, so that every generator accepts a description that passes the checks.
// Instructions with reported errors are removed from a copy of the model, which
// replaces the model that Model::create would read (ModelInUse). Nothing runs
// after errors in records that all instructions share, such as variants or
// formats.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Support/Generator.h"
#include "Support/ReportedErrors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

static bool anyHasReportedError(const Model &m, StringRef cls) {
  return any_of(recordsInOrder(m.Records, cls),
                [](const Record *r) { return hasReportedError(r); });
}

void matrix::tblgen::checkGenerators(Checks &c) {
  // Errors that affect all instructions.
  for (StringRef cls : {"Variant", "TileGeometry", "Format", "Space", "State",
                        "DmaEngine", "Elementwise", "NodeSemantics"})
    if (anyHasReportedError(c.m, cls))
      return;
  Model whole = c.m;
  bool rows = !anyHasReportedError(c.m, "TileAt");
  llvm::erase_if(whole.Instructions, [&](const Instruction &i) {
    return hasReportedError(i.Def) ||
           (i.Class == InstructionClass::Rows && !rows);
  });
  ModelInUse use(whole);
  for (const Generator *generator : Generator::all())
    generator->run(c.m.Records);
}
