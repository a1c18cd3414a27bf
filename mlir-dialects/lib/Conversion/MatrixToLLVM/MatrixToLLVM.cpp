//===- MatrixToLLVM.cpp - lowering of the dialect to LLVM -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the ConvertToLLVMPatternInterface: type conversions of tiles,
// memory spaces and tokens, and the patterns of all operations.
//
//   vector<RxCxT> of the shape of a tile   vector<(R * RB / 4) x i32>
//   !matrix.token                          i64
//   #matrix.space<...>                     address space of LLVM IR
//
//===----------------------------------------------------------------------===//

#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "Addresses.h"
#include "BuiltinCalls.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace matrix;

/// Converts a vector of the shape of a tile, of any variant, to the words of a
/// tile register. matrix-verify-selection has rejected other vectors of such
/// shapes.
static std::optional<Type> convertTile(VectorType type) {
  for (const desc::VariantInfo &variant : desc::variants)
    if (isTileType(type, variant))
      return VectorType::get({variant.tileBytes() / 4},
                             IntegerType::get(type.getContext(), 32));
  return std::nullopt;
}

static void populateTypeConversions(LLVMTypeConverter &converter) {
  converter.addConversion(convertTile);
  converter.addConversion([](TokenType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addTypeAttributeConversion(
      [](BaseMemRefType type, SpaceAttr space) -> Attribute {
        return IntegerAttr::get(IntegerType::get(type.getContext(), 64),
                                space.getNumber());
      });
}

namespace {

struct MatrixToLLVMInterface : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<LLVM::LLVMDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateTypeConversions(converter);
    populateTileOperationPatterns(converter, patterns);
    populateRowOperationPatterns(converter, patterns);
    populateTransferPatterns(converter, patterns);
    populateCorePatterns(converter, patterns);
    populateAddressPatterns(converter, patterns);
    target.addIllegalDialect<MatrixDialect>();
  }
};

} // namespace

void matrix::registerConvertMatrixToLLVMInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, MatrixDialect *dialect) {
    dialect->addInterfaces<MatrixToLLVMInterface>();
  });
}
