// The scripts call `rapport __complete` on Tab, and expand nothing in its output.

const bash = `# Completion of rapport for bash: source <(rapport completion bash)
_rapport() {
  local rest=\${COMP_LINE:0:COMP_POINT} line word start quote words=() i
  COMPREPLY=()
  # bash splits words at : and =, so they are put together again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    start=\${rest%%[![:space:]]*}
    rest=\${rest:\${#start}}
    rest=\${rest:\${#word}}
    if ((i > 0)) && [[ -z $start ]]; then words[-1]+=$word; else words+=("$word"); fi
  done
  line=\${words[-1]}
  case $line in \\"* | \\'*) quote=\${line:0:1} ;; esac
  # Quotes are removed, and nothing is expanded.
  for ((i = 0; i < \${#words[@]}; i++)); do
    case \${words[i]} in
      \\"* | \\'*) word=\${words[i]:1} words[i]=\${word%[\\"\\']} ;;
      *) words[i]=\${words[i]//\\\\/} ;;
    esac
  done
  # What stands before the last : or = is not replaced.
  start=
  [[ -z $quote && \${words[-1]} == *[:=]* ]] && start=\${words[-1]%"\${words[-1]##*[:=]}"}
  while IFS= read -r line; do
    if [[ $line == :files ]]; then compopt -o default; continue; fi
    line=\${line%%$'\\t'*}
    line=\${line:\${#start}}
    [[ $quote ]] || printf -v line %q "$line"
    COMPREPLY+=("$line")
  done < <(rapport __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _rapport rapport
`

const zsh = `#compdef rapport
# Completion of rapport for zsh: rapport completion zsh > "\${fpath[1]}/_rapport"
_rapport() {
  local line
  local -a described
  for line in "\${(@f)$(rapport __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
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
    # The last word without escapes and without a quote that is still open.
    set -l word (string unescape -- (string trim -l -c '\\'"' -- (commandline -ct)))
    set -l words (commandline -opc) "$word"
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
