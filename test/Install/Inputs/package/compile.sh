#!/bin/bash
# compile.sh SOURCE USR OUTPUT: links the C library as pkg-config says. In an installed
# package the loader finds it without help; here by a link in the folder library.
set -euo pipefail
export PKG_CONFIG_PATH=$(dirname "$(find "$2/lib" -path '*/pkgconfig/matrix_sim.pc' -not -path '*/matrix/*')")
read -ra flags < <(pkg-config --cflags --libs matrix_sim)
clang-22 -std=c99 -pedantic-errors -Wall -Wextra -Werror "$1" "${flags[@]}" -o "$3"
folder=$(pkg-config --variable=libdir matrix_sim)
ln -sfn "$(realpath "$folder")" library
