// C++ classes and documentation of the dialect's operations.
// RUN: matrix-tblgen -gen-op-classes %td_flags %s | FileCheck %s
// RUN: matrix-tblgen -gen-dialect-doc %td_flags %s | FileCheck --check-prefix=DOC %s

include "Matrix.td"

// Operand names that C++ or all classes use get a suffix.
def TNEW_ONE : InstT<0x34, 29, FmtBF16, "tnew_one", ".bf16.f32", (outs TBF16:$td),
                     (ins TBF16:$int, ColumnBlock:$q, TF32:$ta, SReg:$tb),
                     "$td, $q, $ta, $tb", TimeEw,
                     (Insert $q, (Cast FmtBF16, (Mul $ta, (Splat FmtF32, $tb))), $int)> {
  let Constraints = "$td = $int";
}
// So do names of members that the code of the class calls.
def OneOf32 : Immediate<5>;
def TNEW_TWO : InstT<0x34, 30, FmtI32, "tnew_two", ".i32", (outs TI32:$td), (ins TI32:$create, OneOf32:$immediate),
                     "$td, $create, $immediate", TimeEw, (Add $create, (Splat FmtI32, $immediate))> {
  bits<5> create;
  bits<5> immediate;
  let ta = create;
  let tb = immediate;
}

// CHECK-LABEL: #ifdef GET_INSTRUCTION_OP_LIST
// CHECK: ::matrix::TmmaOp,
// CHECK: ::matrix::TnewOneOp,
// CHECK: ::matrix::QkvGemmOp
// CHECK-LABEL: #ifdef GET_INSTRUCTION_OP_CLASSES

// Indices follow the memref.
// CHECK-LABEL: class TldOp : public TileResultOp<TldOp> {
// CHECK: TypedValue<::mlir::MemRefType> getRa()
// CHECK: OperandRange getIndices() { return getOperands().drop_front(1); }
// CHECK: ::mlir::Type result, ::mlir::Value ra, ::mlir::ValueRange indices, bool broadcast = false, ::llvm::StringRef form = {})

// CHECK:      /// matrix.tnew_one: tnew_one.bf16.f32.
// CHECK-NEXT: class TnewOneOp : public TileResultOp<TnewOneOp> {
// CHECK:      return "matrix.tnew_one";
// CHECK:      TypedValue<::mlir::VectorType> getIntOperand() { return getTypedOperand<::mlir::VectorType>(0); }
// CHECK:      /// From 0 to 3.
// CHECK-NEXT: int64_t getQ() { return getImmediate("q"); }
// CHECK:      TypedValue<::mlir::VectorType> getTa() { return getTypedOperand<::mlir::VectorType>(1); }
// CHECK:      TypedValue<::mlir::FloatType> getTb() { return getTypedOperand<::mlir::FloatType>(2); }
// CHECK:      ::mlir::Type result, ::mlir::Value intOperand, int64_t q, ::mlir::Value ta, ::mlir::Value tb, ::llvm::StringRef form = {}) {
// CHECK-NEXT: state.addTypes(result);
// CHECK-NEXT: state.addOperands(intOperand);
// CHECK-NEXT: addImmediate(state, "q", q);

// CHECK-LABEL: class TnewTwoOp : public TileResultOp<TnewTwoOp> {
// CHECK:      getCreateOperand() { return getTypedOperand<::mlir::VectorType>(0); }
// CHECK:      int64_t getImmediateOperand() { return getImmediate("immediate"); }
// CHECK-NEXT: void setImmediateOperand(int64_t value) { setImmediate("immediate", value); }
// CHECK:      ::mlir::Type result, ::mlir::Value createOperand, int64_t immediateOperand, ::llvm::StringRef form = {}) {

// The specialization decides the operands.
// CHECK-LABEL: class GemminiMvinOp : public NoResultOp<GemminiMvinOp> {
// CHECK: &state, ::llvm::StringRef form, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {}) {
// CHECK-LABEL: class QkvGemmOp : public NoResultOp<QkvGemmOp> {
// CHECK: TypedValue<::mlir::MemRefType> getRc() { return getTypedOperand<::mlir::MemRefType>(2); }

// DOC-LABEL: ### `matrix.tld` (::matrix::TldOp)
// DOC: operation ::= `matrix.tld` $ra `[` indices `]` attr-dict `:` type(operands) `->` type($result)
// DOC-LABEL: ### `matrix.tnew_one` (::matrix::TnewOneOp)
// DOC: operation ::= `matrix.tnew_one` $int `,` $ta `,` $tb attr-dict `:` functional-type
// DOC: | `q` | attribute, an integer from 0 to 3 |
// DOC: | `tb` | f32 |
// DOC: | `tnew_one.bf16.f32` | `"bf16.f32"` | `bf16`, `f32` | `bf16` | {{.*}}base
// DOC-LABEL: ### `matrix.gemmini.mvin` (::matrix::GemminiMvinOp)
// DOC: | `"0"` | `rs1`, `gemmini.{{.*}}
