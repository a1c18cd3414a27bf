//===- NpyHeader.h - headers of .npy files ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of NumPy's format:
//
//   | \x93NUMPY | major | minor | u16 or u32 length | header text | data |
//
// The header is a Python dict: {'descr': '<f4', 'fortran_order': False,
// 'shape': (2, 3), }, padded with blanks so that the data are 64-byte aligned.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_NPYHEADER_H
#define MATRIX_SIMULATOR_NPYHEADER_H

#include "matrix/Sim/Npy.h"

namespace matrix {
namespace sim {

/// Splits a file into header text and data. The length of the header text is a
/// u16 in version 1 and a u32 in versions 2 and 3. Returns false if the file is
/// too short or not in this format.
bool splitNpy(const std::string &file, std::string &header, size_t &dataStart);

/// Sets type and shape of `array` from the header text. Returns false on text
/// that NumPy does not write.
bool parseNpyHeader(const std::string &text, NpyArray &array, bool &fortran);

/// Returns what precedes the data of a file of version 1.
std::string makeNpyHeader(const NpyArray &array);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_NPYHEADER_H
