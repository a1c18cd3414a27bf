# IR from clang for RISC-V, made fit for llc -mtriple=matrix: without triple and
# data layout (llc knows its own) and without that processor's attributes.
#   cmake -DINPUT=x.riscv.ll -DOUTPUT=x.ll -P Retarget.cmake
file(READ ${INPUT} text)
string(REGEX REPLACE "target (datalayout|triple) = \"[^\"]*\"\n" "" text "${text}")
string(REGEX REPLACE "\"(target-cpu|target-features|tune-cpu)\"=\"[^\"]*\"" "" text "${text}")
file(WRITE ${OUTPUT} "${text}")
