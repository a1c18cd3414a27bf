//===- Operands.h - operands of an instruction ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_OPERANDS_H
#define MATRIX_TBLGEN_OPERANDS_H

#include "Model.h"

namespace matrix::tblgen {

/// Classes, ties, slots and row counts, from the operand lists of the record.
/// False after a mistake.
bool readOperands(Instruction &inst);

/// Rows or columns of a tile as its record says them: a number, a field of the
/// register with the address (whose fields are `fields`, of operand `source` or
/// of the PointerState `state`), "operand.field" or an operand that counts.
Extent readExtent(llvm::StringRef text, const Instruction &inst,
                  llvm::ArrayRef<const llvm::Record *> fields, int source,
                  const llvm::Record *state);

/// What that field of an address says if there is no tile (TileAt).
int64_t absentValue(const llvm::Record *tile, const llvm::Record *field);

/// Null if there is none of that name.
const llvm::Record *findField(llvm::ArrayRef<const llvm::Record *> fields,
                              llvm::StringRef name);

/// The bit of that name; false if the record has none or leaves it unset.
bool flag(const llvm::Record *r, llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_OPERANDS_H
