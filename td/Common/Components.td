//===- Common/Components.td - components that variants share --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile sizes, address spaces and their addresses, interconnects, pipes. The
// sizes of tile registers are a closed set of powers of two, because LLVM's
// tables need a value type and a spill size for each; a geometry of another
// shape with one of these sizes needs no edit here. Spaces are numbered as
// address spaces of LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_COMPONENTS_TD
#define MATRIX_COMMON_COMPONENTS_TD

include "Schema/Machine.td"

foreach bytes = [256, 512, 1024, 2048, 4096, 8192, 16384] in {
  defvar S = !cast<string>(bytes);
  def EnableTile#S : SubtargetFeature<"tile-"#S, "HasTile"#S, "true", "tile registers of "#S#" bytes">;
  def HasTile#S : Predicate<"Subtarget->hasTile"#S#"()">,
                  AssemblerPredicate<(all_of !cast<SubtargetFeature>("EnableTile"#S))>;
  def ModeTile#S : HwMode<[!cast<Predicate>("HasTile"#S)]>;
  def TileSize#S : TileSize<bytes, !cast<SubtargetFeature>("EnableTile"#S), !cast<HwMode>("ModeTile"#S)>;
}

// The default address space of LLVM IR, hence 0.
def Dram       : Space<"dram", 0, "flat view: DRAM and, aliased, the core's own scratchpad">;
def Scratchpad : Space<"scratchpad", 1, "the core's own scratchpad; what tile loads and DMA reach">;
def Remote     : Space<"remote", 2, "scratchpads of other cores, through the interconnect">;

def FamilyMap : AddressMap;
def MatrixProgram : ProgramModel;

def NoInterconnect : Interconnect<"none">;
def Ring : Interconnect<"ring">;
def InOrder : IssueModel<"in-order">;

def PipeS  : Pipe<"S">;   // scalar
def PipeLD : Pipe<"LD">;  // tile loads
def PipeST : Pipe<"ST">;  // tile stores
def PipeMM : Pipe<"MM">;  // contractions
def PipeEW : Pipe<"EW">;  // elementwise
def PipeSys : Pipe<"SYS">; // DMA, barriers: issue only

#endif // MATRIX_COMMON_COMPONENTS_TD
