//===- SimFormats.h - element formats as C++ types --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ types of element formats: the storage type of bits in tiles and memory,
// and the type in which the simulator computes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMFORMATS_H
#define MATRIX_TBLGEN_SIMFORMATS_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Returns true for the one-bit format, bool.
bool isTruth(const llvm::Record *format);
/// Returns true for floats below 32 bits, which num::SmallFloat converts.
bool isSmallFloat(const llvm::Record *format);
/// Returns the type, such as num::SmallFloat<8, 7, false>.
std::string smallFloat(const llvm::Record *format);

/// Returns the storage type and the compute type of a format (float, int32_t,
/// bool; uninterpreted bits as stored).
std::string storageType(const llvm::Record *format);
std::string computeType(const llvm::Record *format);
/// Return conversions between the two; store rounds (floats) or wraps
/// (integers).
std::string load(const llvm::Record *format, const std::string &stored);
std::string store(const llvm::Record *format, const std::string &computed);
/// Rounds a computed value to the format; the identity for the compute type.
std::string roundTo(const llvm::Record *format, const std::string &computed);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMFORMATS_H
