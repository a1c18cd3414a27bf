//===- EntryTypes.h - types of the arguments of a kernel --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types that files of tensors hold. Arguments and results of
// kernels have these types; elements of other types are held as one of them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_PROGRAM_ENTRYTYPES_H
#define MATRIX_PROGRAM_ENTRYTYPES_H

#include "mlir/IR/Types.h"

namespace matrix {

/// Returns whether files of tensors hold elements of the type.
bool isStoredElement(mlir::Type element);

/// Returns the element that a file holds in place of `element`: i64 for
/// `index`, the next wider integer for integers of other widths; otherwise
/// `element`.
mlir::Type getStoredElement(mlir::Type element);

} // namespace matrix

#endif // MATRIX_PROGRAM_ENTRYTYPES_H
