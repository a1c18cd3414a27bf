//===- Hex.h - hexadecimal numbers in messages ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats addresses. All messages, listings and reports use this format: 0x and
// lowercase digits, without leading zeros.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_HEX_H
#define MATRIX_SIMULATOR_HEX_H

#include "llvm/ADT/StringExtras.h"

namespace matrix {
namespace sim {

/// Format of addresses in all messages and listings: "0x1f".
inline std::string hex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_HEX_H
