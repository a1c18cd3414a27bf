//===- HostCalls.h - host calls ---------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// System calls that the simulator performs for the program.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_HOSTCALLS_H
#define MATRIX_SIMULATOR_HOSTCALLS_H

#include "Core/Core.h"
#include "Memory/Memory.h"

namespace matrix {
namespace sim {

/// Call numbers follow the generic Linux ABI, so that C libraries for it work:
/// number in the first argument register, arguments in the following ones,
/// result (an error number if negative) in the first one.
enum class HostCall : int64_t {
  Write = 64, // file descriptor 1 or 2, address, bytes; returns bytes
  Exit = 93,  // status; this core halts
};

void hostCall(Core &core, const Memory &memory);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_HOSTCALLS_H
