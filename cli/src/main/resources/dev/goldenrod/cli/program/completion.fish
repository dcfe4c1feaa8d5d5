function __goldenrod_complete
  set -l typed (commandline -opc) (commandline -ct)
  $typed[1] complete -- $typed[2..-1] 2>/dev/null
end
complete -c goldenrod -f -a '(__goldenrod_complete)'
