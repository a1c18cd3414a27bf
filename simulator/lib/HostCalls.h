//===- HostCalls.h - what a program asks of the host ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_HOSTCALLS_H
#define MATRIX_SIMULATOR_HOSTCALLS_H

#include "Core.h"

namespace matrix {
namespace sim {

/// The numbers of Linux on its newer architectures, so that C libraries made
/// for those work: number in the first argument register, arguments in the
/// following ones, result (negative: an error number) in the first one.
enum class HostCall : int64_t {
  Write = 64, // file descriptor 1 or 2, address, bytes; gives bytes
  Exit = 93,  // status; this core halts
};

void hostCall(Core &core);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_HOSTCALLS_H
