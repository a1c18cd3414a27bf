//===- Operands.h - operands of an instruction ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_OPERANDS_H
#define MATRIX_TBLGEN_OPERANDS_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Reads classes, ties, slots and row counts from the operand lists of the
/// record. Returns false after an error.
bool readOperands(Instruction &inst);

/// Resolves an extent of a TileAt: a number, a field of the address register
/// (whose fields are `fields`, of operand `source` or of the PointerState
/// `state`), "operand.field", or a counting operand.
Extent readExtent(llvm::StringRef text, const Instruction &inst,
                  llvm::ArrayRef<const llvm::Record *> fields, int source,
                  const llvm::Record *state);

/// Returns the field value that denotes a null address (TileAt).
int64_t nullValue(const llvm::Record *tile, const llvm::Record *field);

/// Returns null if no field has the name.
const llvm::Record *findField(llvm::ArrayRef<const llvm::Record *> fields,
                              llvm::StringRef name);

/// Returns the bit of that name; false if the record does not have or set it.
bool flag(const llvm::Record *r, llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_OPERANDS_H
