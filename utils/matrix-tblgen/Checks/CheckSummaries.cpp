//===- CheckSummaries.cpp - records without a summary ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual, the headers and the help texts print a line for each variant,
// parameter, role, control register, feature, and field of the DMA descriptor.
// This check requires that the text of the line is not empty.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"

using namespace llvm;
using namespace matrix::tblgen;

static void checkSummary(Checks &c, const Record *r, StringRef field,
                         StringRef what) {
  StringRef summary = r->getValueAsOptionalString(field).value_or("");
  if (!summary.trim().empty())
    return;
  std::string name = r->isAnonymous() ? "" : " " + r->getName().str();
  c.error(r, field, what + name + " has no summary",
          field == "Summary"
              ? "let Summary = \"what it is\", which the manual prints"
              : "state in its last argument what it is, which the manual and "
                "-mattr=help print");
}

void matrix::tblgen::checkSummaries(Checks &c) {
  static const struct {
    StringRef cls, field, what;
  } described[] = {{"Variant", "Summary", "variant"},
                   {"Parameter", "Summary", "parameter"},
                   {"Role", "Summary", "role"},
                   {"Opcode", "Summary", "row of the opcode map"},
                   {"Csr", "Summary", "control register"},
                   {"DmaField", "Summary", "field of the DMA descriptor"},
                   {"DmaFlag", "Summary", "flag of the DMA descriptor"},
                   {"Feature", "Desc", "feature"}};
  for (const auto &[cls, field, what] : described)
    for (const Record *r : recordsInOrder(c.m.Records, cls))
      checkSummary(c, r, field, what);
}
