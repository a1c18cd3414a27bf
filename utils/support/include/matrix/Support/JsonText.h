//===- JsonText.h - JSON from untrusted files -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the JSON text of notes, plans and statistics. The tools read it from
// files that may be damaged.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_JSONTEXT_H
#define MATRIX_SUPPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace matrix {

/// Rejects deep nesting first: LLVM's parser is recursive, and a damaged text
/// could overflow the stack.
llvm::Expected<llvm::json::Value> parseJsonText(llvm::StringRef Text);

} // namespace matrix

#endif // MATRIX_SUPPORT_JSONTEXT_H
