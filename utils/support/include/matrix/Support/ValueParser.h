//===- ValueParser.h - options with named values ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of an llvm::cl option with named values whose error lists them.
// The error of LLVM's own parser does not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_VALUEPARSER_H
#define MATRIX_SUPPORT_VALUEPARSER_H

#include "llvm/Support/CommandLine.h"
#include <string>

namespace matrix {

/// cl::opt<T, false, ValueParser<T>> Name("name", cl::values(...));
template <typename T> class ValueParser : public llvm::cl::parser<T> {
public:
  using llvm::cl::parser<T>::parser;

  bool parse(llvm::cl::Option &O, llvm::StringRef ArgName, llvm::StringRef Arg,
             T &Value) {
    if (this->findOption(Arg) < this->getNumOptions())
      return llvm::cl::parser<T>::parse(O, ArgName, Arg, Value);
    std::string Known;
    for (unsigned I = 0; I < this->getNumOptions(); ++I)
      Known += (I ? ", " : "") + this->getOption(I).str();
    return O.error("unknown value '" + Arg + "'; known: " + Known);
  }
};

} // namespace matrix

#endif // MATRIX_SUPPORT_VALUEPARSER_H
