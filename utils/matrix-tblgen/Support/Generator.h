//===- Generator.h - registration of generators -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of generators. A static object in the file of a generator adds
// its command-line option, so that a new generator needs no edit of another
// file.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_GENERATOR_H
#define MATRIX_TBLGEN_GENERATOR_H

#include "llvm/TableGen/TableGenBackend.h"
#include <vector>

namespace matrix::tblgen {

/// A command-line option that writes a file from the description.
/// -check-description runs all generators.
class Generator {
public:
  using Function = llvm::TableGen::Emitter::FnT;
  Generator(llvm::StringRef option, Function function,
            llvm::StringRef description)
      : option(option), function(function),
        registration(option, function, description) {
    all().push_back(this);
  }
  static std::vector<const Generator *> &all() {
    static std::vector<const Generator *> generators;
    return generators;
  }

  llvm::TableGenOutputFiles run(const llvm::RecordKeeper &records) const;

  const llvm::StringRef option;

private:
  const Function function;
  llvm::TableGen::Emitter::Opt registration;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_GENERATOR_H
