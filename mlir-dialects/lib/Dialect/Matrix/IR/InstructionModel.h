//===- InstructionModel.h - registration of operations ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks of an operation that is registered from the instruction table. One
// class serves all operations: hooks read the table instead of being
// instantiated for each operation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_IR_INSTRUCTIONMODEL_H
#define MATRIX_LIB_DIALECT_MATRIX_IR_INSTRUCTIONMODEL_H

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/OperationSupport.h"

namespace matrix {
class MatrixDialect;

/// The hooks that differ between tile and row operations.
struct InstructionHooks {
  mlir::LogicalResult (*verify)(mlir::Operation *);
  mlir::ParseResult (*parse)(mlir::OpAsmParser &, mlir::OperationState &);
  void (*print)(mlir::Operation *, mlir::OpAsmPrinter &);
};

/// The implementation of MLIR's operation interface for one operation name,
/// which MLIR owns after registration.
class InstructionModel : public mlir::OperationName::Impl {
public:
  /// `mnemonic`: name without the prefix of the dialect.
  InstructionModel(llvm::StringRef mnemonic, bool hasResult,
                   InstructionHooks hooks, MatrixDialect &dialect);
  /// Registers the operation in the dialect's context.
  static void add(std::unique_ptr<InstructionModel> model,
                  llvm::ArrayRef<llvm::StringRef> attributeNames);

  bool hasTrait(mlir::TypeID id) final;
  mlir::LogicalResult verifyInvariants(mlir::Operation *op) final;
  mlir::OperationName::ParseAssemblyFn getParseAssemblyFn() final {
    return hooks.parse;
  }
  void printAssembly(mlir::Operation *op, mlir::OpAsmPrinter &printer,
                     llvm::StringRef) final {
    hooks.print(op, printer);
  }

  // All attributes are discardable: there are no properties.
  std::optional<mlir::Attribute> getInherentAttr(mlir::Operation *op,
                                                 llvm::StringRef name) final;
  void setInherentAttr(mlir::Operation *op, mlir::StringAttr name,
                       mlir::Attribute value) final;
  mlir::LogicalResult setPropertiesFromAttr(
      mlir::OperationName, mlir::OpaqueProperties, mlir::Attribute,
      llvm::function_ref<mlir::InFlightDiagnostic()> emitError) final;
  void populateInherentAttrs(mlir::Operation *, mlir::NamedAttrList &) final {}
  mlir::LogicalResult
  verifyInherentAttrs(mlir::OperationName, mlir::NamedAttrList &,
                      llvm::function_ref<mlir::InFlightDiagnostic()>) final {
    return mlir::success();
  }
  int getOpPropertyByteSize() final { return 0; }
  void initProperties(mlir::OperationName, mlir::OpaqueProperties,
                      mlir::OpaqueProperties) final {}
  void deleteProperties(mlir::OpaqueProperties) final {}
  void populateDefaultProperties(mlir::OperationName,
                                 mlir::OpaqueProperties) final {}
  mlir::Attribute getPropertiesAsAttr(mlir::Operation *) final { return {}; }
  void copyProperties(mlir::OpaqueProperties, mlir::OpaqueProperties) final {}
  bool compareProperties(mlir::OpaqueProperties, mlir::OpaqueProperties) final {
    return true;
  }
  llvm::hash_code hashProperties(mlir::OpaqueProperties) final { return {}; }

  // Operations have neither folders nor canonicalization patterns, default
  // attributes and regions.
  mlir::LogicalResult
  foldHook(mlir::Operation *, llvm::ArrayRef<mlir::Attribute>,
           llvm::SmallVectorImpl<mlir::OpFoldResult> &) final {
    return mlir::failure();
  }
  void getCanonicalizationPatterns(mlir::RewritePatternSet &,
                                   mlir::MLIRContext *) final {}
  void populateDefaultAttrs(const mlir::OperationName &,
                            mlir::NamedAttrList &) final {}
  mlir::LogicalResult verifyRegionInvariants(mlir::Operation *) final {
    return mlir::success();
  }

private:
  bool hasResult;
  InstructionHooks hooks;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_IR_INSTRUCTIONMODEL_H
