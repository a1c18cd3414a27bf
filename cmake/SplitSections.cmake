# cmake -DINPUT=FILE -DOUTPUT=NAME.inc -DSECTIONS=MACRO|... -P SplitSections.cmake
#
# Divides an output of llvm-tblgen: each section
#
#   #ifdef MACRO
#   ...
#   #endif // MACRO
#
# becomes NAME/MACRO.inc, which NAME.inc includes under the same condition. A
# section under two macros, `#if defined(A) || defined(B)`, is A-B. Files that do
# not change are not written; positions in the description, which each new line
# changes, are removed. Including a section that SECTIONS does not list is an error.

cmake_minimum_required(VERSION 3.25)
cmake_path(REMOVE_EXTENSION OUTPUT OUTPUT_VARIABLE folder)
cmake_path(GET folder FILENAME name)
string(REPLACE "|" ";" sections "${SECTIONS}")

function(write_if_changed file text)
  set(present)
  if(EXISTS ${file})
    file(READ ${file} present)
  endif()
  if(NOT "${present}" STREQUAL "${text}")
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# Divides `rest` at the first line that begins a section; sets `before`, `line`,
# `condition` and `rest`. Without a section, `line` is empty.
macro(find_section)
  string(REGEX MATCH "\n#if(def (GET|ENABLE)_[A-Z_]+| defined\\(GET_[A-Z_]+\\)[^\n]*)\n" line "${rest}")
  if(line)
    string(FIND "${rest}" "${line}" at)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(LENGTH "${line}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(REGEX REPLACE "^\n#if(def)? (.*)\n$" "\\2" condition "${line}")
  endif()
endmacro()

# Writes the text of a section; sets `replacement` to what includes it, and adds
# the section to `found`. A macro would interpret backslashes of the text.
function(move_section text)
  string(REGEX MATCHALL "(GET|ENABLE)_[A-Z_]+" macros "${condition}")
  list(JOIN macros "-" section)
  if(section IN_LIST sections)
    write_if_changed(${folder}/${section}.inc
      "// ${section} of ${name}.inc, by cmake/SplitSections.cmake from llvm-tblgen's output.\n${text}")
    set(replacement "#include \"${name}/${section}.inc\"\n" PARENT_SCOPE)
    set(found ${found} ${section} PARENT_SCOPE)
  else()
    set(replacement "#error \"${section} is not among the SECTIONS of ${name}.inc\"\n" PARENT_SCOPE)
  endif()
endfunction()

file(READ ${INPUT} rest)
string(REGEX REPLACE " // [^\n]+\\.td:[0-9]+\n" "\n" rest "${rest}")
set(index)
set(found)
while(TRUE)
  find_section()
  if(NOT line)
    break()
  endif()
  set(end "#endif // ${condition}\n")
  string(FIND "${rest}" "${end}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${INPUT}: no '${end}' after '#if' of ${condition}")
  endif()
  string(SUBSTRING "${rest}" 0 ${at} text)
  string(SUBSTRING "${rest}" ${at} -1 rest)
  move_section("${text}")
  string(APPEND index "${before}${line}${replacement}")
endwhile()
list(REMOVE_ITEM sections ${found})
if(sections)
  message(FATAL_ERROR "${INPUT} has no section ${sections}")
endif()
write_if_changed(${OUTPUT} "${index}${rest}")
