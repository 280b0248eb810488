// The scripts call `rapport __complete` on Tab, and expand nothing in its output.

const bash = `# Completion of rapport for bash: source <(rapport completion bash)
_rapport() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then compopt -o default; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(rapport __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _rapport rapport
`

const zsh = `#compdef rapport
# Completion of rapport for zsh: rapport completion zsh > "\${fpath[1]}/_rapport"
_rapport() {
  local line
  local -a described
  for line in "\${(@f)$(rapport __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == :files ]]; then
      _files
      return
    fi
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#described )) && _describe rapport described
}
if [[ $funcstack[1] == _rapport ]]; then
  _rapport "$@"
else
  compdef _rapport rapport
fi
`

const fish = `# Completion of rapport for fish: rapport completion fish > ~/.config/fish/completions/rapport.fish
function __rapport_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (rapport __complete -- $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $lines
    end
end
complete -c rapport -f -a '(__rapport_complete)'
`

export const SCRIPTS = { bash, zsh, fish }
