//===- NpyHeader.h - headers of .npy files ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validates the header of a .npy file before its data are read.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_NPYHEADER_H
#define MATRIX_SIM_NPYHEADER_H

#include "matrix/Sim/Npy.h"

namespace matrix {
namespace sim {

/// Reads type and shape of a regular file and compares the file size with them
/// without reading the data, so that a large file of the wrong shape is
/// rejected immediately. Standard input, FIFOs and devices can be read only
/// once: `descr` stays empty for them. Returns false and sets `error` to one
/// line if the file is not a valid .npy file.
bool readNpyHeader(const std::string &path, NpyArray &header,
                   std::string &error);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_NPYHEADER_H
