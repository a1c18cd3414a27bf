//===- DescriptionChecks.cpp - the generator -check-description -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -check-description reports every error of a description at its location, with
// a note on the remedy, and fails if there is an error. The order of the checks
// matters: checkGenerators and checkDuplicates skip records for which an
// earlier check has reported an error. A description without errors is then
// written by the generators that --write names.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Support/WriteFiles.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

static void checkDescription(const RecordKeeper &records, raw_ostream &os) {
  Model m = Model::read(records);
  Checks checks{m};
  for (auto check :
       {checkFormats, checkMachine, checkOperators, checkPredicates,
        checkAssembly, checkDerivedNames, checkRecordNames, checkFlags,
        checkEncodings, checkPairs, checkSemantics, checkScalar, checkRows,
        checkScalarRoles, checkVariants, checkSummaries, checkFiles,
        checkGenerators, checkDuplicates})
    check(checks);
  if (ErrorsPrinted)
    PrintFatalError("the description has mistakes");
  ModelInUse use(m);
  writeFiles(records);
  os << "// " << m.Instructions.size() << " instructions, " << m.Variants.size()
     << " variants: no mistakes\n";
}

static TableGen::Emitter::Opt registration("check-description",
                                           checkDescription,
                                           "Report mistakes in the "
                                           "description");
