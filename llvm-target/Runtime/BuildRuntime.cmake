# Compiles START and archives LIBRARY (IR files) for every variant into
# OUTPUT/<variant>/, with the tools LLC and AR, according to DESCRIPTION, the
# description as JSON. The template THUNK becomes thunk.ll of START, and SETJMP and
# THREAD setjmp.ll and start-thread.ll of LIBRARY.

cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(READ ${DESCRIPTION} description)
string(JSON variants GET "${description}" variants)
string(JSON count LENGTH "${variants}")
math(EXPR last "${count} - 1")
string(JSON SCRATCH GET "${description}" registers scratch)
string(JSON THREAD_POINTER GET "${description}" registers threadPointer)
configure_file(${THUNK} thunk.ll @ONLY)
configure_file(${THREAD} ${CMAKE_CURRENT_BINARY_DIR}/start-thread.ll @ONLY)
list(APPEND LIBRARY ${CMAKE_CURRENT_BINARY_DIR}/start-thread.ll)
include(${CMAKE_CURRENT_LIST_DIR}/SetjmpCode.cmake)
write_setjmp(${SETJMP} "${description}" ${CMAKE_CURRENT_BINARY_DIR}/setjmp.ll)
list(APPEND LIBRARY ${CMAKE_CURRENT_BINARY_DIR}/setjmp.ll)

foreach(index RANGE ${last})
  string(JSON variant GET "${variants}" ${index} cpu)
  set(dir ${OUTPUT}/${variant})
  file(REMOVE_RECURSE ${dir})
  file(MAKE_DIRECTORY ${dir}/objects)
  set(llc ${LLC} -mtriple=matrix -mcpu=${variant} -O2 -filetype=obj
    --force-dwarf-frame-section) # so that debuggers find callers
  foreach(module IN LISTS START)
    get_filename_component(name ${module} NAME_WLE)
    run(${llc} ${module} -o ${dir}/${name}.o)
  endforeach()
  set(objects)
  foreach(module IN LISTS LIBRARY)
    get_filename_component(name ${module} NAME_WLE)
    run(${llc} ${module} -o ${dir}/objects/${name}.o)
    list(APPEND objects ${dir}/objects/${name}.o)
  endforeach()
  run(${AR} rcsD ${dir}/libmatrixrt.a ${objects})
  file(REMOVE_RECURSE ${dir}/objects)
endforeach()
