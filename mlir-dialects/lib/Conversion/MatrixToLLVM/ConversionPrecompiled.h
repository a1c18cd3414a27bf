//===- ConversionPrecompiled.h - precompiled headers ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precompiled header of the conversion to LLVM: that of the dialect libraries,
// and the dialect of LLVM, which takes most of the compile time of a file.
//
//===----------------------------------------------------------------------===//

#include "../../DialectPrecompiled.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"
