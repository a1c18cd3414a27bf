#===- completion.py - completion for bash ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Completion for bash from the help of a tool: its options, the values of options that
list them, and files. The generated function is self-contained: it joins the words of
`--option = value`, which bash splits at the sign, and does not run the tool."""

import re
import shlex

from help_text import Help

SCRIPT = """\
# bash completion of {name}. Generated from `{name} --help`; do not edit.
{function}() {{
  local options values current=${{COMP_WORDS[COMP_CWORD]}} option=
  # `=` separates words: --mcpu = edge
  if [[ $current == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD-1]}} current=
  elif (( COMP_CWORD > 1 )) && [[ ${{COMP_WORDS[COMP_CWORD-1]}} == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  elif [[ $current == -*=* ]]; then
    option=${{current%%=*}} current=${{current#*=}}
  fi
  case $option in
    "") ;;
{cases}
    *) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [[ -n $option ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then
    options={options}
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2>/dev/null
  fi
  return 0
}}
complete -o default -F {function} {name}
"""


def completion(name: str, help: Help, variants: list) -> str:
    """`variants` are the values of --mcpu."""
    options, values = help.options(), {}
    for option in options:
        listed = variants if option.stem == "mcpu" else option.listed_values()
        if listed:
            values[option.stem] = listed
    return SCRIPT.format(
        name=name, function="_" + re.sub(r"\W", "_", name),
        cases="\n".join(f"    -{key} | --{key}) values={shlex.quote(' '.join(listed))} ;;"
                        for key, listed in values.items()),
        options=shlex.quote(" ".join(dict.fromkeys(option.name for option in options))))
