//===- Json.h - the description as JSON -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of the JSON of the description that several of its sections contain.
// docs/reference/description-json.md documents the keys.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_JSON_H
#define MATRIX_TBLGEN_JSON_H

#include "Model/Model.h"
#include "llvm/Support/JSON.h"

namespace matrix::tblgen {

llvm::json::Value instructionToJson(const Instruction &i, const Model &m);

/// The layout of pair words and their short forms.
llvm::json::Value pairsToJson(const Model &m);

/// Returns semantics as nested objects: {"op": .., "format": .., "args": [..]}.
llvm::json::Value semanticsToJson(const Expr &e);

/// A TileAt.
llvm::json::Value tileToJson(const llvm::Record *tile);

/// Returns the bit fields of a register.
llvm::json::Array fieldsToJson(llvm::ArrayRef<const llvm::Record *> fields);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_JSON_H
