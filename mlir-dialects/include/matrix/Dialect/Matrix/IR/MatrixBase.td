//===- MatrixBase.td - dialect, attributes, types -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the dialect that do not depend on the description: the dialect
// itself, the attributes that refer to memory spaces and variants by name, and
// the type of a DMA transfer in flight. Names are verified against the
// description when an attribute is created.
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
    One operation for each base mnemonic of the description's tile instructions,
    on builtin vectors with the shape of a tile register of the module's target,
    and operations bound to roles: DMA transfers, barriers, semaphores and core
    numbers.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  // Operations of instructions are registered from the generated table.
  let isExtensible = 1;
  let extraClassDeclaration = [{
    /// Attribute of modules: the target variant, a TargetAttr.
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
  let summary = "memory space of a memref, by its name in the description";
  let description = [{
    `memref<32x32xf32, #matrix.space<scratchpad>>`. A memref without memory
    space is in DRAM.
  }];
  let parameters = (ins StringRefParameter<"space name">:$name);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Returns the number of the LLVM address space.
    unsigned getNumber() const;
  }];
}

def Matrix_TargetAttr : Matrix_Attr<"Target", "target"> {
  let summary = "target variant of a module";
  let description = [{
    `module attributes {matrix.target = #matrix.target<"base">}`, or with the
    bytes of each core's stack, `#matrix.target<"base", stack = 4096>`, in place
    of those of the variant. Plans of fusion groups use what the stack leaves of
    a scratchpad, and the kernel's table contains its size for the linker.
  }];
  let parameters = (ins StringRefParameter<"variant name, as for -mcpu">:$cpu,
      DefaultValuedParameter<"uint64_t", "0",
                             "bytes of each core's stack; 0: the variant's">:$stack);
  let builders = [AttrBuilder<(ins "::llvm::StringRef":$cpu), [{
    return $_get($_ctxt, cpu, 0);
  }]>];
  let assemblyFormat = "`<` $cpu (`,` `stack` `=` $stack^)? `>`";
  let genStorageClass = 0;
  let extraClassDeclaration = [{
    /// Returns the variant, with the stack of this attribute, which owns it.
    const desc::VariantInfo &getVariant() const;
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Matrix_TokenType : TypeDef<Matrix_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "a DMA transfer that may be in flight";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class Matrix_Op<string mnemonic, list<Trait> traits = []>
    : Op<Matrix_Dialect, mnemonic, traits>;

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXBASE_TD
