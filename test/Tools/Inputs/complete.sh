#!/bin/bash
# complete.sh FILE WORD...: prints what bash proposes for the last word.
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
definition=$(complete -p "$2")
function=${definition#*-F }
${function%% *}
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
