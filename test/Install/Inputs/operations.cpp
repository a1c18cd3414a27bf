// Creates operations of instructions by their classes, rewrites them with a
// pattern, and lists their instructions.
#include "matrix/Dialect/Matrix/IR/InstructionOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace matrix;

namespace {

/// max(x, x) is x.
struct MaximumOfOne : OpRewritePattern<TmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getTa() != op.getTb())
      return rewriter.notifyMatchFailure(op, "different operands");
    rewriter.replaceOp(op, op.getTa());
    return success();
  }
};

/// x + x is 2 * x.
struct SumOfOne : OpRewritePattern<TaddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TaddOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getTa() != op.getTb())
      return rewriter.notifyMatchFailure(op, "different operands");
    auto two = TsplatfOp::create(
        rewriter, op.getLoc(), op.getType(),
        arith::ConstantOp::create(rewriter, op.getLoc(),
                                  rewriter.getF32FloatAttr(2)));
    rewriter.replaceOpWithNewOp<TmulOp>(op, op.getType(), op.getTa(), two);
    return success();
  }
};

func::FuncOp createFunction(ImplicitLocOpBuilder &b,
                            const desc::VariantInfo &variant) {
  VectorType acc = getTileType(b.getF32Type(), variant),
             lhs = getTileType(b.getBF16Type(), variant);
  auto function = func::FuncOp::create(
      b, "product", b.getFunctionType({acc, lhs, lhs}, {acc}));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  auto product = TmmaOp::create(b, acc, body->getArgument(0),
                                body->getArgument(1), body->getArgument(2));
  auto maximum = TmaxOp::create(b, b.getLoc(), acc, product, product);
  auto sum = TaddOp::create(b, acc, maximum, maximum);
  func::ReturnOp::create(b, sum.getResult());
  return function;
}

} // namespace

int main() {
  MLIRContext context;
  context.loadDialect<MatrixDialect, arith::ArithDialect, func::FuncDialect>();
  ImplicitLocOpBuilder b(UnknownLoc::get(&context), &context);
  auto module = ModuleOp::create(b);
  module->setAttr(MatrixDialect::kTargetAttrName,
                  TargetAttr::get(&context, "base"));
  b.setInsertionPointToStart(module.getBody());
  func::FuncOp function = createFunction(b, getTarget(module));

  RewritePatternSet patterns(&context);
  patterns.add<MaximumOfOne, SumOfOne>(&context);
  if (failed(applyPatternsGreedily(function, std::move(patterns))) ||
      failed(verify(module)))
    return 1;
  module.print(llvm::outs());
  module.walk([](Operation *op) {
    if (auto product = dyn_cast<TmmaOp>(op))
      llvm::outs() << "product: " << product.getInstruction()->mnemonic << ", "
                   << product.getTa().getType() << "\n";
    if (isa<TmaxOp, TaddOp>(op))
      llvm::outs() << "not rewritten: " << *op << "\n";
  });
}
