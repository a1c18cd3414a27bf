# Adapts IR of clang for RISC-V to llc -mtriple=matrix: removes the triple, the
# data layout (llc sets its own) and the attributes of that processor.
#   cmake -DINPUT=x.riscv.ll -DOUTPUT=x.ll -P Retarget.cmake
file(READ ${INPUT} text)
string(REGEX REPLACE "target (datalayout|triple) = \"[^\"]*\"\n" "" text "${text}")
string(REGEX REPLACE "\"(target-cpu|target-features|tune-cpu)\"=\"[^\"]*\"" "" text "${text}")
file(WRITE ${OUTPUT} "${text}")
