_goldenrod() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -o nosort -F _goldenrod goldenrod ./goldenrod
