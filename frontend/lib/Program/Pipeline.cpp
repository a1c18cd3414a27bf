//===- Pipeline.cpp - pipeline from Linalg to LLVM ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composes the pass pipeline in five stages: fusion groups, bufferization,
// program structure, instruction selection, and conversion to the LLVM dialect.
// Each stage requires the form that the one before establishes: groups are
// formed while operations are on tensors, and scratchpad buffers are assigned
// addresses when no pass adds any.
//
//===----------------------------------------------------------------------===//

#include "Program/RunOnDialect.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace matrix;

/// Without simplification of regions, which structured operations do not need
/// and LLVM does in the end.
static void addCleanupPasses(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass(
      GreedyRewriteConfig().setRegionSimplificationLevel(
          GreedySimplifyRegionLevel::Disabled)));
  pm.addPass(createCSEPass());
}

/// Plans fusion groups and lowers them to loops over tiles; all other
/// operations remain Linalg.
static void addFusionPasses(OpPassManager &pm, const PipelineOptions &options) {
  MatrixSetTargetPassOptions target;
  target.cpu = options.cpu;
  target.stack = options.stack;
  target.disable.assign(options.disabled.begin(), options.disabled.end());
  pm.addPass(createMatrixSetTargetPass(target));
  pm.addPass(createMatrixConvertEntryTypesPass());
  pm.addPass(createMatrixConvertToLinalgPass());
  // Arithmetic on indices is not part of the work of a program.
  pm.addNestedPass<func::FuncOp>(createMatrixFoldGathersPass());
  pm.addPass(createMatrixDescribeWorkPass());
  // After the description of the work: no program has to read these constants.
  pm.addNestedPass<func::FuncOp>(createMatrixFoldIntegersPass());
  pm.addPass(createMatrixInlineCallsPass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createMatrixLegalizePass());
  addCleanupPasses(functions);
  MatrixSplitChannelsPassOptions split;
  split.cores = options.cores;
  split.explain = options.explain;
  functions.addPass(createMatrixSplitChannelsPass(split));
  functions.addPass(createMatrixSplitScalarCodePass());
  pm.addPass(createMatrixLowerFusionTreesPass());
  MatrixLowerScatterLoopsPassOptions scatter;
  scatter.cores = options.cores;
  pm.addPass(createMatrixLowerScatterLoopsPass(scatter));
  MatrixFormFusionGroupsPassOptions form;
  form.cores = options.cores;
  form.remarks = false;
  pm.addNestedPass<func::FuncOp>(createMatrixFormFusionGroupsPass(form));
  MatrixPlanFusionGroupsPassOptions plan;
  plan.cores = options.cores;
  plan.plans = options.plans;
  plan.tuned = options.tuned;
  plan.candidates = options.candidates;
  plan.explain = options.explain;
  pm.addPass(createMatrixPlanFusionGroupsPass(plan));
  if (options.stopAfter == Stage::Plan)
    return;
  MatrixLowerFusionGroupsPassOptions lower;
  lower.cores = options.cores;
  lower.explain = options.explain;
  pm.addPass(createMatrixLowerFusionGroupsPass(lower));
}

/// Bufferizes all tensors.
static void addBufferizationPasses(OpPassManager &pm,
                                   const PipelineOptions &options) {
  addCleanupPasses(pm);
  MatrixPrepareTensorsPassOptions prepare;
  prepare.share = options.shareBuffers;
  pm.addNestedPass<func::FuncOp>(createMatrixPrepareTensorsPass(prepare));
  if (options.shareBuffers)
    pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  addCleanupPasses(pm);
  pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
}

/// Assigns static addresses to buffers and restricts scalar code to core 0.
static void addProgramPasses(OpPassManager &pm,
                             const PipelineOptions &options) {
  pm.addPass(createMatrixFuseLaunchesPass({options.cores}));
  pm.addNestedPass<func::FuncOp>(createMatrixFindCopiesPass());
  if (options.reportScalarCode)
    pm.addPass(createMatrixReportScalarCodePass({options.explain}));
  MatrixKernelABIPassOptions kernel;
  kernel.cores = options.cores;
  pm.addPass(createMatrixKernelABIPass(kernel));
  // Copies to buffers of results.
  pm.addNestedPass<func::FuncOp>(createMatrixFindCopiesPass());
  MatrixSerializeScalarCodePassOptions serialize;
  serialize.cores = options.cores;
  pm.addPass(createMatrixSerializeScalarCodePass(serialize));
  pm.addPass(createMatrixExpandLaunchesPass());
  MatrixExpandCopiesPassOptions copies;
  copies.cores = options.cores;
  pm.addPass(createMatrixExpandCopiesPass(copies));
  pm.addPass(createMatrixStaticBuffersPass());
  pm.addPass(createMatrixOutlineScalarCodePass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  MatrixStageScalarCodePassOptions stage;
  stage.cores = options.cores;
  functions.addPass(createMatrixStageScalarCodePass(stage));
  MatrixLowerScalarCodePassOptions lower;
  lower.cores = options.cores;
  functions.addPass(createMatrixLowerScalarCodePass(lower));
  addCleanupPasses(functions);
  functions.addPass(createLoopInvariantCodeMotionPass());
}

static void addSelectionPasses(OpPassManager &pm,
                               const PipelineOptions &options) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createSelectRows({options.explain}));
  functions.addPass(createAllocateRows());
  functions.addPass(createConfigureRows());
  pm.addPass(createSelectInstructions({options.explain}));
  pm.addPass(createVerifySelection());
  pm.addPass(createScheduleTiles());
  pm.addPass(createMatrixAllocateScratchpadPass({options.cores}));
}

/// Legalizes scalar arithmetic for the backend and the runtime library.
static void addScalarArithmeticPasses(OpPassManager &pm) {
  pm.addPass(createExpandViews());
  pm.addPass(createLowerAffinePass());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  for (const desc::FormatInfo &format : desc::formats)
    if (format.isFloat && format.bits < 32)
      emulate.sourceTypeStrs.push_back(std::string(format.mlir));
  // Formats that no machine has.
  for (StringRef format : {"f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4",
                           "f8E4M3", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E8M0FNU"})
    emulate.sourceTypeStrs.push_back(format.str());
  emulate.targetTypeStr = "f32";
  pm.addPass(createRunOnDialect("complex", [](OpPassManager &complex) {
    complex.addPass(createConvertComplexToStandardPass());
  }));
  pm.addPass(createExpandMath());
  pm.addPass(createRoundOnce());
  pm.addPass(createRunOnDialect("math", [](OpPassManager &math) {
    math.addPass(math::createMathExtendToSupportedTypes());
  }));
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  // Before any pass that folds pairs of conversions.
  pm.addPass(createExpandSmallFloats());
  pm.addPass(createRunOnDialect("math", [](OpPassManager &math) {
    math::MathExpandOpsPassOptions expand;
    expand.opMnemonics = {"rsqrt", "fpowi"};
    math.addPass(math::createMathExpandOpsPass(expand));
    math.addPass(createConvertMathToFuncs());
    math.addPass(createLowerMath());
  }));
}

static void addLLVMConversionPasses(OpPassManager &pm) {
  addScalarArithmeticPasses(pm);
  // Calls are converted by a pass of their own, which has a symbol table; the
  // pass for all dialects walks over the module for each call.
  pm.addPass(createConvertFuncToLLVMPass());
  SCFToControlFlowPassOptions branches;
  branches.allowPatternRollback = false;
  pm.addPass(createSCFToControlFlowPass(branches));
  ConvertToLLVMPassOptions convert;
  convert.allowPatternRollback = false;
  pm.addPass(createConvertToLLVMPass(convert));
  pm.addPass(createReconcileUnrealizedCastsPass());
  // LLVM canonicalizes its own operations.
  pm.addPass(createEraseDead());
  pm.addPass(createCSEPass());
}

void matrix::buildPipeline(OpPassManager &pm, const PipelineOptions &options) {
  addFusionPasses(pm, options);
  if (options.stopAfter == Stage::Plan)
    return;
  addBufferizationPasses(pm, options);
  addProgramPasses(pm, options);
  if (options.stopAfter == Stage::Tiles)
    return;
  addSelectionPasses(pm, options);
  if (options.stopAfter == Stage::Dialect)
    return;
  addLLVMConversionPasses(pm);
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

namespace {

struct CommandLineOptions : PassPipelineOptions<CommandLineOptions> {
  Option<std::string> cpu{*this, "mcpu", llvm::cl::desc("target accelerator")};
  Option<int64_t> cores{*this, "cores",
                        llvm::cl::desc("cores to divide work over; 0: all"),
                        llvm::cl::init(0)};
  Option<bool> shareBuffers{
      *this, "share-buffers",
      llvm::cl::desc("let operations write into buffers of their operands"),
      llvm::cl::init(true)};
  ListOption<std::string> disable{
      *this, "disable", llvm::cl::desc("techniques that are not used")};
  Option<Stage> stopAfter{
      *this, "stop-after", llvm::cl::desc("the last form"),
      llvm::cl::init(Stage::LLVM),
      llvm::cl::values(
          clEnumValN(Stage::Plan, "plan", "plans of fusion groups"),
          clEnumValN(Stage::Tiles, "tiles", "loops over vectors of tile shape"),
          clEnumValN(Stage::Dialect, "dialect", "tile instructions"),
          clEnumValN(Stage::LLVM, "llvm", "LLVM dialect"))};
};

#define GEN_PASS_REGISTRATION
#include "matrix/Frontend/Passes.h.inc"

} // namespace

void matrix::registerFrontendPasses() {
  registerMatrixFrontendPasses();
  PassPipelineRegistration<CommandLineOptions>(
      "matrix-pipeline", "Linalg on tensors to tiles",
      [](OpPassManager &pm, const CommandLineOptions &options) {
        PipelineOptions pipeline;
        pipeline.cpu = options.cpu;
        pipeline.cores = options.cores;
        pipeline.stopAfter = options.stopAfter;
        pipeline.shareBuffers = options.shareBuffers;
        llvm::append_range(pipeline.disabled, options.disable);
        buildPipeline(pm, pipeline);
      });
}
