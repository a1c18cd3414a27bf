//===- Passes.td - passes of the frontend ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All passes of the frontend, by the form of the program on which they run.
// buildPipeline (Passes.h) runs them in another order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_PASSES_TD
#define MATRIX_FRONTEND_PASSES_TD

include "TensorPasses.td"
include "FusionPasses.td"
include "ProgramPasses.td"

#endif // MATRIX_FRONTEND_PASSES_TD
