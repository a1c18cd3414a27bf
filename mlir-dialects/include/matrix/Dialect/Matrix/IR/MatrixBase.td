//===- MatrixBase.td - dialect, attributes, types -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the description cannot say for us: the dialect itself, the attributes
// that name things of the description, and the type of a running transfer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXBASE_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Matrix_Dialect : Dialect {
  let name = "matrix";
  let cppNamespace = "::matrix";
  let summary = "Instructions of a matrix accelerator";
  let description = [{
    One operation for each stem of the description's tile instructions, on
    builtin vectors of the shape that a tile register of the module's target
    has, and a few operations bound to roles: transfers between memories,
    barriers, the number of this core.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  // Operations of instructions are registered from the generated table.
  let isExtensible = 1;
  let extraClassDeclaration = [{
    /// On a module: the accelerator that it is for, a TargetAttr.
    static constexpr ::llvm::StringLiteral kTargetAttrName = "matrix.target";
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Matrix_Attr<string cppName, string keyword>
    : AttrDef<Matrix_Dialect, cppName> {
  let mnemonic = keyword;
  let genVerifyDecl = 1;
}

def Matrix_SpaceAttr : Matrix_Attr<"Space", "space"> {
  let summary = "memory space of a memref, by the description's name";
  let description = [{
    `memref<32x32xf32, #matrix.space<scratchpad>>`. A memref without memory
    space is in DRAM.
  }];
  let parameters = (ins StringRefParameter<"space name">:$name);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The number of the LLVM address space.
    unsigned getNumber() const;
  }];
}

def Matrix_TargetAttr : Matrix_Attr<"Target", "target"> {
  let summary = "the accelerator that a module is for";
  let description = [{ `module attributes {matrix.target = #matrix.target<"base">}` }];
  let parameters = (ins StringRefParameter<"what -mcpu selects">:$cpu);
  let assemblyFormat = "`<` $cpu `>`";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Matrix_TokenType : TypeDef<Matrix_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "a transfer that may still be running";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class Matrix_Op<string mnemonic, list<Trait> traits = []>
    : Op<Matrix_Dialect, mnemonic, traits>;

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXBASE_TD
