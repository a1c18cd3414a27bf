//===- NpyHeader.h - what a .npy file announces -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_NPYHEADER_H
#define MATRIX_SIM_NPYHEADER_H

#include "matrix/Sim/Npy.h"

namespace matrix {
namespace sim {

/// Reads type and shape of a regular file, and compares its size with them,
/// without reading the data: a large file of another shape is refused at once.
/// Standard input, FIFOs and devices can be read only once: `descr` stays
/// empty. False, and one line, for what is no such file.
bool readNpyHeader(const std::string &path, NpyArray &header,
                   std::string &error);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_NPYHEADER_H
