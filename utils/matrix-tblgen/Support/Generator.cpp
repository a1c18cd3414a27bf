//===- Generator.cpp - running generators ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a generator of one file or of several. The text of a generator with one
// file is its main output.
//
//===----------------------------------------------------------------------===//

#include "Support/Generator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::tblgen;

TableGenOutputFiles Generator::run(const RecordKeeper &records) const {
  if (function.MultiFileGenerator)
    return function.MultiFileGenerator("", records);
  TableGenOutputFiles files;
  raw_string_ostream os(files.MainFile);
  function.SingleFileGenerator(records, os);
  return files;
}
