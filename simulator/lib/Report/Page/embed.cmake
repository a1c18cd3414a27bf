# cmake -DOUTPUT=... -P embed.cmake: writes page, style and scripts as a C++
# string literal.
set(folder ${CMAKE_CURRENT_LIST_DIR})
file(READ ${folder}/report.html page)
file(READ ${folder}/report.css style)
set(script "")
foreach(part report sortable memory timeline roofline)
  file(READ ${folder}/${part}.js text)
  string(APPEND script "${text}")
endforeach()
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
# One literal per line: some compilers limit the length of a literal.
string(REPLACE "\\" "\\\\" page "${page}")
string(REPLACE "\"" "\\\"" page "${page}")
string(REPLACE "\n" "\\n\"\n\"" page "${page}")
file(WRITE ${OUTPUT} "\"${page}\"\n")
