# cmake --install: tools, plugin, runtime, description, headers, package file.
# Tools locate each other in their own folder and in ../lib, so that the tree is
# relocatable.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(matrix_tools matrix-tblgen matrix-llc matrix-mc matrix-mca matrix-objdump matrix-ld matrix-cc matrix-sim
  matrix-opt matrix-translate matrix-lsp-server matrix-compile matrix-run)
foreach(tool IN LISTS matrix_tools)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
if(TARGET matrix-run)
  # A Python program: bin has a link to it.
  install(DIRECTORY utils/matrix-tune/ DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/tune USE_SOURCE_PERMISSIONS
    PATTERN "__pycache__" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/links)
  file(CREATE_LINK ../${CMAKE_INSTALL_DATADIR}/matrix/tune/matrix-tune
    ${CMAKE_CURRENT_BINARY_DIR}/links/matrix-tune SYMBOLIC)
  install(PROGRAMS ${CMAKE_CURRENT_BINARY_DIR}/links/matrix-tune DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET LLVMMatrix)
  # Second names of matrix-cc and llc, symbolic links.
  install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/matrix-c++ ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/matrix-llc
    DESTINATION ${CMAKE_INSTALL_BINDIR})
  # As in the build folder: bin/../lib.
  install(TARGETS LLVMMatrix LIBRARY DESTINATION lib)
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/matrix DESTINATION lib OPTIONAL)
if(TARGET MLIRMatrix)
  # The dialect for C++ programs and tools of MLIR: library, headers, documentation.
  install(TARGETS MLIRMatrix LIBRARY DESTINATION lib)
  foreach(root ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
    foreach(part mlir-dialects frontend)
      install(DIRECTORY ${root}/${part}/include/matrix DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
    endforeach()
  endforeach()
  install(FILES ${CMAKE_BINARY_DIR}/docs/Dialects/Matrix.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

install(DIRECTORY ${MATRIX_TD_DIR}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/td
  FILES_MATCHING PATTERN "*.td")
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/matrix/Description
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/matrix FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_BINARY_DIR}/include/matrix/Builtins.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/matrix)
install(FILES ${CMAKE_BINARY_DIR}/doc/matrix-isa.html ${CMAKE_BINARY_DIR}/doc/matrix-isa.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET MatrixSimC)
  # The C library; simulator/CMakeLists.txt installs the rest.
  set(MATRIX_PC_PREFIX "\${pcfiledir}/../..")
  set(MATRIX_PC_LIBDIR lib)
  configure_file(simulator/matrix_sim.pc.in matrix_sim.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/matrix_sim.pc DESTINATION lib/pkgconfig)
endif()
install(DIRECTORY simulator/include/matrix DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/frontend/python/torch_matrix)
  install(DIRECTORY frontend/python/torch_matrix DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/python
    FILES_MATCHING PATTERN "*.py")
endif()

# Sources that an external project needs to build the tools for its own
# description: matrix_add_tools of the package file configures them.
set(matrix_sources cmake llvm-target simulator mlir-dialects frontend utils/support
  utils/matrix-tblgen utils/matrix-opt utils/matrix-translate utils/matrix-lsp-server utils/mlir-plugin
  utils/matrix-compile utils/matrix-run utils/matrix-tune)
foreach(folder IN LISTS matrix_sources)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/src/${folder}
    USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
endforeach()
install(FILES CMakeLists.txt LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/src)
install(FILES utils/CMakeLists.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/matrix/src/utils)

set(MATRIX_SIM_LIBRARY lib/libmatrix_sim.so)
set(MATRIX_MLIR_LIBRARY lib/libMLIRMatrix.so)
set(MATRIX_LLVM_LIBRARY lib/libLLVMMatrix.so)
configure_package_config_file(cmake/MatrixConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/MatrixConfig.cmake
  INSTALL_DESTINATION lib/cmake/Matrix
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR CMAKE_INSTALL_INCLUDEDIR
    MATRIX_SIM_LIBRARY MATRIX_MLIR_LIBRARY MATRIX_LLVM_LIBRARY)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/MatrixConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MatrixConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/MatrixConfigVersion.cmake DESTINATION lib/cmake/Matrix)
