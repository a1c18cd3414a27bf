//===- NoteText.h - JSON from untrusted files -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the JSON text of notes. The linker and matrix-objdump read it from
// files that may be damaged, so the depth of nesting is checked first.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_NOTETEXT_H
#define MATRIX_MCTARGETDESC_NOTETEXT_H

#include "llvm/Support/JSON.h"

namespace matrix {

/// Returns true for excessive nesting of lists. Brackets within strings are
/// counted too, which only overestimates the depth.
inline bool isTooDeep(llvm::StringRef Text) {
  unsigned Depth = 0;
  for (char C : Text) {
    if (C == '[' || C == '{')
      ++Depth;
    else if (Depth && (C == ']' || C == '}'))
      --Depth;
    if (Depth > 100)
      return true;
  }
  return false;
}

/// Rejects deep nesting first: LLVM's parser is recursive, and a damaged text
/// could overflow the stack.
inline llvm::Expected<llvm::json::Value> parseNoteText(llvm::StringRef Text) {
  if (isTooDeep(Text))
    return llvm::createStringError("lists in lists in lists");
  return llvm::json::parse(Text);
}

} // namespace matrix

#endif // MATRIX_MCTARGETDESC_NOTETEXT_H
