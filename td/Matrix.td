//===- Matrix.td - root file of the description ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of contents: includes of all files of the description, in order of
// dependence. A description of one's own includes this file, or is added by
// MATRIX_EXTRA_TD.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Records that instructions and variants refer to
//===----------------------------------------------------------------------===//

include "Common/Features.td"
include "Common/Formats.td"
include "Common/Components.td"
include "Common/Numerics.td"
include "Common/Opcodes.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Common/Parameters.td"
include "Common/Roles.td"
include "Common/ScalarNodes.td"

//===----------------------------------------------------------------------===//
// Registers and calling convention
//===----------------------------------------------------------------------===//

include "Isa/Registers.td"
include "Isa/CallingConvention.td"

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

include "Isa/ScalarInteger.td"
include "Isa/ScalarBits.td"
include "Isa/ScalarMemory.td"
include "Isa/ScalarIndexed.td"
include "Isa/ScalarControl.td"
include "Isa/ScalarFloat.td"
include "Isa/ScalarAtomic.td"
include "Isa/Pairs.td"
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
