#compdef goldenrod
_goldenrod() {
  local -a names described
  local line
  for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    names+=("${line%%$'\t'*}")
    described+=("${line/$'\t'/  }")
  done
  if (( ${#names} )); then
    compadd -l -d described -a names
  else
    _files
  fi
}
# zsh loads it by that name where it is installed; else it was evaluated.
if [[ ${funcstack[1]-} == _goldenrod ]]; then
  _goldenrod "$@"
else
  compdef _goldenrod goldenrod ./goldenrod
fi
