//===- SimFormats.h - formats of elements as C++ types ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMFORMATS_H
#define MATRIX_TBLGEN_SIMFORMATS_H

#include "Model.h"

namespace matrix::tblgen {

/// One bit: bool.
bool isTruth(const llvm::Record *format);
/// A float of less than 32 bits, which num::SmallFloat converts.
bool isSmallFloat(const llvm::Record *format);
/// As num::SmallFloat<8, 7, false>.
std::string smallFloat(const llvm::Record *format);

/// A format in the simulator: how an element is stored and in which type it is
/// computed with (float, int32_t, bool; bits of unknown meaning as stored).
std::string storageType(const llvm::Record *format);
std::string computeType(const llvm::Record *format);
/// Conversions between the two; store rounds (floats) or wraps (integers).
std::string load(const llvm::Record *format, const std::string &stored);
std::string store(const llvm::Record *format, const std::string &computed);
/// The identity for a computed value that must be one of the format.
std::string roundTo(const llvm::Record *format, const std::string &computed);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMFORMATS_H
