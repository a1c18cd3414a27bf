//===- Matrix.td - root file of the description ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Vocabulary
//===----------------------------------------------------------------------===//

include "Schema/Format.td"
include "Schema/Operators.td"
include "Schema/Machine.td"
include "Schema/Instruction.td"
include "Schema/Rows.td"
include "Schema/Scalar.td"

//===----------------------------------------------------------------------===//
// Registers and calling convention
//===----------------------------------------------------------------------===//

include "Isa/Registers.td"
include "Isa/CallingConvention.td"

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

include "Isa/ScalarInteger.td"
include "Isa/ScalarMemory.td"
include "Isa/ScalarControl.td"
include "Isa/ScalarFloat.td"
include "Isa/ScalarAtomic.td"
include "Isa/TileMemory.td"
include "Isa/TileContract.td"
include "Isa/TileElementwise.td"
include "Isa/TileConvert.td"
include "Isa/TileMisc.td"
include "Isa/System.td"
include "Isa/Dma.td"

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

include "Variants/Geometries.td"
include "Variants/Base.td"
include "Variants/Edge.td"
include "Variants/Ring32.td"
include "Variants/AmxLike.td"
include "Variants/Qkv.td"
include "Variants/Gemmini.td"
