//===- CheckSummaries.cpp - summaries of records --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual, the headers and the help texts print a line for each variant,
// parameter, role, control register, feature, and field of the DMA descriptor,
// and for instructions with a Brief. This check requires that the text is a
// line in UTF-8, and that it does not end the comment that it becomes in a
// header.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace matrix::tblgen;

static void reportAbsent(Checks &c, const Record *r, StringRef field,
                         StringRef what) {
  std::string name = r->isAnonymous() ? "" : " " + r->getName().str();
  c.error(r, field, what + name + " has no summary",
          field == "Summary"
              ? "let Summary = \"what it is\", which the manual prints"
              : "state in its last argument what it is, which the manual and "
                "-mattr=help print");
}

static void checkLine(Checks &c, const Record *r, StringRef field,
                      StringRef summary) {
  auto fail = [&](StringRef mistake, StringRef advice) {
    std::string name = r->isAnonymous() ? "" : " of " + r->getName().str();
    c.error(r, field, "the summary" + name + mistake, advice);
  };
  if (any_of(summary, [](char x) { return isASCII(x) && !isPrint(x); }))
    fail(" has line breaks or control characters",
         "headers and help texts print it on one line");
  if (!json::isUTF8(summary))
    fail(" is not UTF-8", "save the file in this encoding, that of the manual");
  if (summary.contains("*/") || summary.ends_with("\\"))
    fail(" has '*/' or '\\' at its end",
         "it is a comment in headers, which ends at '*/' and its line");
  // LLVM's generator of the subtarget copies it to a literal.
  if (field == "Desc" && summary.find_first_of("\"\\") != StringRef::npos)
    fail(" has '\"' or '\\'", "use other punctuation");
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
    for (const Record *r : recordsInOrder(c.m.Records, cls)) {
      StringRef summary = r->getValueAsOptionalString(field).value_or("");
      if (summary.trim().empty())
        reportAbsent(c, r, field, what);
      else
        checkLine(c, r, field, summary);
    }
  for (const Instruction &i : c.m.Instructions)
    checkLine(c, i.Def, "Brief", i.Def->getValueAsString("Brief"));
}
