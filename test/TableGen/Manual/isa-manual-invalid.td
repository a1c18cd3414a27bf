// Semantics without a description in the manual are an error at the record.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -gen-isa-html %td_flags %t/operator.td -o %t/out 2>&1 | FileCheck --check-prefix=OPERATOR %s
// RUN: not matrix-tblgen -gen-isa-html %td_flags %t/hook.td -o %t/out 2>&1 | FileCheck --check-prefix=HOOK %s
// RUN: not matrix-tblgen -gen-isa-markdown %td_flags %t/node.td -o %t/out 2>&1 | FileCheck --check-prefix=NODE %s
// RUN: not ls %t/out

//--- operator.td
include "Matrix.td"
def Mystery : TileOp;
// OPERATOR: operator.td:2:5: error: operator Mystery has no rendering in the manual
// OPERATOR: operator.td:2:5: note: give TileOp its syntax and summary

//--- hook.td
include "Matrix.td"
def HUM : InstR<0x36, 77, "hum", "", (outs), (ins), "", TimeIssue>, SystemInst<(RoleOp "hum")>;
// HOOK: hook.td:2:5: error: the semantics of hum have no rendering in the manual
// HOOK: hook.td:2:5: note: give the record a Brief or a role

//--- node.td
include "Matrix.td"
def MEAN : IntegerOp<99, "mean", avgceilu>;
// NODE: node.td:2:5: error: node avgceilu has no NodeSemantics record, which defines its result
// NODE: node.td:2:5: note: write one, def : NodeSemantics<avgceilu, "C++ over $0, $1">, as td/Common/ScalarNodes.td does
