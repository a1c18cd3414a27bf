//===- PlaceTensors.h - scratchpads of kept tensors -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places kept tensors (KeptTensors.h) where no buffer is, the largest one
// first: divided over several scratchpads if its accesses permit that
// (DividedTensors.h), otherwise in one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLACETENSORS_H
#define MATRIX_FRONTEND_LIB_PLACETENSORS_H

#include "KeptTensors.h"
#include "ScratchpadRoom.h"

namespace matrix {

/// A tensor in the scratchpads of `owners` cores, from `core` on, at one
/// offset. The size is that of each part.
struct PlacedTensor : LiveBuffer {
  KeptTensor tensor;
  int64_t core = 0, owners = 1;
};

/// Places the tensors of a function that only DMA transfers access, and adds
/// them to the buffers of the scratchpads.
std::vector<PlacedTensor> placeTensors(mlir::func::FuncOp function,
                                       mlir::SymbolTable &symbols,
                                       ScratchpadRoom room,
                                       const desc::VariantInfo &variant);

/// Replaces the tensors by their places in `scratchpad`, the global of all
/// buffers.
void replaceTensors(llvm::MutableArrayRef<PlacedTensor> tensors,
                    mlir::SymbolTable &symbols,
                    mlir::memref::GlobalOp scratchpad,
                    const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLACETENSORS_H
