//===- MatrixLaunchOp.td - calls of fusion group functions ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation through which code on tensors calls code on buffers. One-Shot
// Bufferize analyzes the reads and writes of a fusion group by its operands.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Matrix_LaunchOp : Matrix_Op<"launch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite", "getAliasingValues",
      "bufferizesToElementwiseAccess", "bufferize"]>]> {
  let summary = "calls a function on the buffers of tensors";
  let description = [{
    Calls a private function whose arguments are the buffers of `ins`, dense and
    row-major in DRAM, or scalars, then the buffers of `outs`. The function
    reads only the buffers of `ins` and writes every element of the buffers of
    `outs`.

    `elementwise` lists the inputs that may share the buffer of an output: the
    function reads each of their elements before it writes the output element of
    the same index, and not afterwards.

    With `all_cores`, every core runs the function, which divides the work among
    them and ends with a barrier; otherwise one core runs it.

    ```mlir
    %r = matrix.launch @group ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>)
        outs(%e : tensor<4x8xf32>) {all_cores, elementwise = array<i64: 0>}
        -> tensor<4x8xf32>
    ```

    After bufferization, operands are memrefs and there are no results;
    `matrix-expand-launches` replaces the operation by the function's body or by
    a call.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$outputs,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$elementwise,
    UnitAttr:$all_cores);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $callee (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`outs` `(` $outputs^ `:` type($outputs) `)`)? attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    /// Returns the type of the buffer that the callee takes for a tensor.
    static ::mlir::MemRefType getBufferType(::mlir::Type tensor);
  }];
  let hasVerifier = 1;
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_TD
