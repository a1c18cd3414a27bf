# cpack -G DEB: one Debian package, which uses Debian's LLVM and MLIR. Built in a finished
# build folder, of which it takes:
#
#   /usr/lib/matrix        what cmake --install installs: tools, libraries, headers,
#                          description, sources of the tools
#   /usr/bin, include, ... links to it, and what programs find by its place: manual
#                          pages, completion, files of CMake and pkg-config. Component
#                          Debian, by DebianLinks.cmake
#
# Tools of other packages keep their names: llc is /usr/bin/matrix-llc.
if(NOT TARGET matrix-help)
  return()
endif()

install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man ${CMAKE_BINARY_DIR}/share/bash-completion
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT Help)

set(MATRIX_PRIVATE_DIR lib/matrix)
set(MATRIX_PACKAGE matrix-accelerator)
set(MATRIX_CONTACT "Matrix developers <developers@example.org>" CACHE STRING
  "Maintainer of the Debian package: name and address")
# Debian's name of the architecture in paths of libraries.
set(MATRIX_MULTIARCH lib/${CMAKE_LIBRARY_ARCHITECTURE})
set(MATRIX_DEBIAN_DIR ${CMAKE_BINARY_DIR}/debian)
configure_file(cmake/DebianLinks.cmake.in ${MATRIX_DEBIAN_DIR}/DebianLinks.cmake @ONLY)
set(MATRIX_PC_PREFIX "\${pcfiledir}/../../..")
set(MATRIX_PC_LIBDIR "${MATRIX_MULTIARCH}")
configure_file(simulator/matrix_sim.pc.in ${MATRIX_DEBIAN_DIR}/matrix_sim.pc @ONLY)
install(SCRIPT ${MATRIX_DEBIAN_DIR}/DebianLinks.cmake COMPONENT Debian EXCLUDE_FROM_ALL)
install(FILES ${MATRIX_DEBIAN_DIR}/matrix_sim.pc DESTINATION ${MATRIX_MULTIARCH}/pkgconfig
  COMPONENT Debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ${MATRIX_PACKAGE})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${MATRIX_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "toolchain for matrix accelerators")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Compilers from MLIR and C, assembler, linker and a cycle-counting simulator
for matrix accelerators, generated from one description, with the libraries
to extend and embed them.")
# The projects below have the prefixes.
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${CMAKE_BINARY_DIR};${MATRIX_PACKAGE};Unspecified;/usr/${MATRIX_PRIVATE_DIR}"
  "${CMAKE_BINARY_DIR};${MATRIX_PACKAGE};Help;/usr"
  "${CMAKE_BINARY_DIR};${MATRIX_PACKAGE};Debian;/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
# The tools execute LLVM's llc, llvm-mc and others, matrix-cc executes clang. Programs
# that link Matrix::MLIR, and matrix_add_tools, need the development packages.
# dpkg-shlibdeps finds libLLVM by its link in llvm-dev, and cannot derive its package.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libllvm${LLVM_VERSION_MAJOR}, llvm-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "libmlir-${LLVM_VERSION_MAJOR}-dev, llvm-${LLVM_VERSION_MAJOR}-dev, cmake, pkg-config, bash-completion")
include(CPack)
