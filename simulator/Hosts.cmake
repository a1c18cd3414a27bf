# matrix_sim_hosts(<variable>): host types to compile tile functions for. Each
# adds ten seconds to the rebuild after an edit of an instruction; the default is
# the generic type and that of the build machine.

include(CheckCXXSourceRuns)

function(matrix_sim_hosts variable)
  set(hosts generic)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    if(MATRIX_SIM_HOSTS STREQUAL "all")
      list(APPEND hosts avx2 avx512)
    elseif(MATRIX_SIM_HOSTS STREQUAL "native")
      foreach(level 3 4)
        check_cxx_source_runs(
          "int main() { return !__builtin_cpu_supports(\"x86-64-v${level}\"); }"
          MATRIX_SIM_RUNS_V${level})
      endforeach()
      if(MATRIX_SIM_RUNS_V4)
        list(APPEND hosts avx512)
      elseif(MATRIX_SIM_RUNS_V3)
        list(APPEND hosts avx2)
      endif()
    else()
      message(FATAL_ERROR "MATRIX_SIM_HOSTS is native or all, not '${MATRIX_SIM_HOSTS}'")
    endif()
  endif()
  set(${variable} ${hosts} PARENT_SCOPE)
endfunction()
