//===- DmaConstants.h - constants of DMA descriptors ---------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of matrix/Description/Variants.h: the layout of DMA descriptors.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_DMACONSTANTS_H
#define MATRIX_TBLGEN_DMACONSTANTS_H

#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

namespace matrix::tblgen {

/// Writes the fields, kinds and flags of DMA descriptors and the dimensions of
/// a transfer. An engine with another layout than the first one is an error.
void writeDmaConstants(const llvm::RecordKeeper &records,
                       llvm::raw_ostream &os);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DMACONSTANTS_H
