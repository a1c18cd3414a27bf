//===- MatrixPlan.td - plans of fusion groups -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute in which matrix-plan-fusion-groups records its decisions about
// a fusion group, and the operation of plan files. Verifiers check the
// structure; the pass checks a plan against its group and the target.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"

class Matrix_Enum<string name, string summary, list<EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::matrix";
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def Matrix_LoopRole : Matrix_Enum<"LoopRole", "what a loop dimension is in tiles", [
  I32EnumCase<"Outer", 0, "outer">, I32EnumCase<"Rows", 1, "rows">,
  I32EnumCase<"Columns", 2, "columns">, I32EnumCase<"Depth", 3, "depth">]>;

def Matrix_LoopDivision : Matrix_Enum<"LoopDivision", "how cores share a loop", [
  I32EnumCase<"Sequential", 0, "sequential">, I32EnumCase<"Cyclic", 1, "cyclic">,
  I32EnumCase<"Grid", 2, "grid">]>;

def Matrix_LoopAttr : Matrix_Attr<"Loop", "loop"> {
  let summary = "loop over the blocks of a dimension";
  let description = [{
    `dim` numbers the loop dimensions of the fusion group, after dimensions that
    are contiguous in all tensors have been merged. `outer` dimensions advance
    by one element.

    The blocks of all `cyclic` loops together are distributed cyclically to the
    cores. With `grid`, the cores along this dimension share its blocks
    cyclically. Each core executes the other loops by itself.
  }];
  let parameters = (ins EnumParameter<Matrix_LoopRole>:$role, "int64_t":$dim,
    "int64_t":$extent, "int64_t":$block,
    DefaultValuedParameter<"::matrix::LoopDivision",
                           "::matrix::LoopDivision::Sequential">:$division,
    DefaultValuedParameter<"int64_t", "1">:$cores);
  let assemblyFormat =
      "`<` $role `,` struct($dim, $extent, $block, $division, $cores) `>`";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

def Matrix_ValueRole : Matrix_Enum<"ValueRole", "what a value is in a fusion group", [
  I32EnumCase<"Lhs", 0, "lhs">, I32EnumCase<"Rhs", 1, "rhs">,
  I32EnumCase<"Input", 2, "input">, I32EnumCase<"Init", 3, "init">,
  I32EnumCase<"Accumulators", 4, "accumulators">, I32EnumCase<"Result", 5, "result">]>;

def Matrix_ValuePlace : Matrix_Enum<"ValuePlace", "where a value is between its uses", [
  I32EnumCase<"Registers", 0, "registers">, I32EnumCase<"Scratchpad", 1, "scratchpad">,
  I32EnumCase<"Result", 2, "result">]>;

def Matrix_ValueAttr : Matrix_Attr<"Value", "value"> {
  let summary = "place of a value and the number of its buffers";
  let description = [{
    Operands and results have blocks in `scratchpad`, in `buffers` buffers.
    With `multicast`, one core loads each block for that number of cores.
    Accumulators are in `registers` for all steps of a result, or spilled to
    `scratchpad` or to the block of the `result` between them.
  }];
  let parameters = (ins EnumParameter<Matrix_ValueRole>:$role,
    EnumParameter<Matrix_ValuePlace>:$place,
    DefaultValuedParameter<"int64_t", "1">:$buffers,
    DefaultValuedParameter<"int64_t", "1">:$multicast);
  let assemblyFormat =
      "`<` $role `,` struct($place, $buffers, $multicast) `>`";
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

def Matrix_PlanLimit : Matrix_Enum<"PlanLimit", "what limits a plan", [
  I32EnumCase<"Products", 0, "products">, I32EnumCase<"Loads", 1, "loads">,
  I32EnumCase<"Dram", 2, "dram">, I32EnumCase<"Latency", 3, "latency">]>;

def Matrix_CostAttr : Matrix_Attr<"Cost", "cost"> {
  let summary = "predicted cycles of a plan";
  let description = [{
    The cycles of the core with the most work: `products` in the contraction
    pipe, `loads` of tiles in the load pipe, `dram` of transfers. `predicted` is
    the time of the whole, with what does not overlap. `limit` is the largest of
    the three, or `latency` if the rest of the time is longer. In a chain, the
    plan of the first group has the cost of all groups.
  }];
  let parameters = (ins "int64_t":$products, "int64_t":$loads, "int64_t":$dram,
    "int64_t":$predicted, EnumParameter<Matrix_PlanLimit>:$limit);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

def Matrix_PlanAttr : Matrix_Attr<"Plan", "plan"> {
  let summary = "decisions about the loops and buffers of a fusion group";
  let description = [{
    `loops` are ordered from the outermost to the innermost: those that are
    distributed to the cores, then the others, reductions last. `registers` are
    the rows and columns of accumulators in a register block of a contraction.
    `values` are the operands, the accumulators, then the results.

    ```mlir
    #matrix.plan<cores = 4,
     loops = [<rows, dim = 0, extent = 1024, block = 256, division = grid, cores = 2>,
              <columns, dim = 1, extent = 1024, block = 256, division = grid, cores = 2>,
              <depth, dim = 2, extent = 1024, block = 512>],
     registers = [4, 2],
     values = [<lhs, place = scratchpad, buffers = 2, multicast = 2>, ...]>
    ```
  }];
  let parameters = (ins "int64_t":$cores, OptionalArrayRefParameter<"LoopAttr">:$loops,
    OptionalArrayRefParameter<"int64_t">:$registers,
    ArrayRefParameter<"ValueAttr">:$values,
    OptionalParameter<"CostAttr">:$cost);
  let assemblyFormat = [{
    `<` `cores` `=` $cores `,`
    `\n` `` ` ` `` ` ` `loops` `=` `[` (`]`) : ($loops^ `]`)? `,`
    `\n` `` ` ` `` ` ` (`registers` `=` `[` $registers^ `]` `,` `\n` `` ` ` `` ` `)?
    `values` `=` `[` $values `]`
    (`,` `\n` `` ` ` `` ` ` `cost` `=` $cost^)? `>`
  }];
  let extraClassDeclaration = [{
    /// Attribute of operations: the plan of their fusion group.
    static constexpr ::llvm::StringLiteral kAttrName = "matrix.plan";
  }];
}

def Matrix_PlanOp : Matrix_Op<"plan", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "the plan of a fusion group, by name";
  let description = [{
    An entry of a plan file, as `matrix-compile --emit=plan` writes and
    `--plan=<file>` reads it. The groups of a program are numbered in order:
    `@contraction_0`, `@elementwise_1`, `@reduction_2`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Matrix_PlanAttr:$plan);
  let assemblyFormat = "$sym_name $plan attr-dict";
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_TD
