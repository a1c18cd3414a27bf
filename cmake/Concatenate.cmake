# cmake -DOUTPUT=FILE -DINPUTS=FILES -P Concatenate.cmake
# Writes the inputs, separated by |, one after the other, without the marks of
# mlir-tblgen for a table of contents.
string(REPLACE "|" ";" INPUTS "${INPUTS}")
set(text)
foreach(input IN LISTS INPUTS)
  file(READ ${input} part)
  string(REPLACE "[TOC]

" "" part "${part}")
  string(APPEND text "${part}")
endforeach()
file(WRITE ${OUTPUT} "${text}")
