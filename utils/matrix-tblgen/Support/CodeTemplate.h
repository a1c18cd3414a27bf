//===- CodeTemplate.h - templates of generated C++ --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates for generated code: the text in the generator has the layout of its
// output, with named placeholders. Short lines are written with formatv
// instead, whose placeholders are numbered.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_CODETEMPLATE_H
#define MATRIX_TBLGEN_CODETEMPLATE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <initializer_list>
#include <string>

namespace matrix::tblgen {

/// The text for `$name` in a template.
struct CodeArgument {
  llvm::StringRef name;
  std::string text;
};

/// Writes lines of C++, usually a raw string that begins with a line break,
/// which is dropped. `$name` is replaced by the argument of that name; a name
/// consists of letters, and every name must have an argument.
void writeCode(llvm::raw_ostream &os, llvm::StringRef lines,
               std::initializer_list<CodeArgument> arguments);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_CODETEMPLATE_H
