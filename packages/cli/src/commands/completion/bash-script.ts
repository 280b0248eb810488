import { placedOptions, PROFILE_NAMES, type WordOption, type WordTree } from './word-tree.ts'

/** A completion function for bash 4 and newer. */
export function bashScript(tree: WordTree): string {
  return `# Completion of rapport for bash: source <(rapport completion bash)
_rapport() {
  local current previous word repeated='' at='' commands='' options='' i
  COMPREPLY=()
  current=\${COMP_WORDS[COMP_CWORD]}
  previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash takes --output=json for three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -* ]]; then repeated=''; fi
    case "$at $word" in
      ${pattern(tree.places.filter(({ at }) => at !== '').map(({ at }) => quoted(at)))}) at+=" $word" ;;
      ${pattern(keysOf(tree, ({ takes }) => takes !== 'nothing'))})
        ((i++))
        if [[ \${COMP_WORDS[i]} == '=' ]]; then
          ((i++))
        else
          case "$at $word" in ${pattern(keysOf(tree, ({ repeats }) => repeats))}) repeated=$word ;; esac
        fi
        ;;
    esac
  done
  if [[ -n $repeated && $current != -* ]]; then previous=$repeated; fi
  case "$at $previous" in
${choiceCases(tree)}
    ${pattern(keysOf(tree, ({ takes }) => takes === 'file'))})
      compopt -o default
      return
      ;;
    ${pattern(keysOf(tree, ({ takes }) => takes === 'profile'))})
      COMPREPLY=($(compgen -W "$(${PROFILE_NAMES})" -- "$current"))
      return
      ;;
    ${pattern(keysOf(tree, ({ takes }) => takes === 'text'))}) return ;;
  esac
  case "$at" in
${tree.places
  .map(
    (place) => `    ${quoted(place.at)})
      commands=${place.takesProfile ? `$(${PROFILE_NAMES})` : `'${[...place.commands.map(({ name }) => name), ...place.choices].join(' ')}'`}
      options='${place.options.flatMap(({ names }) => names).join(' ')}'
      ;;`,
  )
  .join('\n')}
  esac
  options+=' ${tree.global.flatMap(({ names }) => names).join(' ')}'
  if [[ $current == -* ]]; then commands=$options; fi
  COMPREPLY=($(compgen -W "$commands" -- "$current"))
}
complete -F _rapport rapport
`
}

function choiceCases(tree: WordTree): string {
  return placedOptions(tree)
    .filter(({ option }) => option.takes === 'choice')
    .map(
      ({ at, option }) => `    ${pattern(optionKeys(at, option))})
      COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$current"))
      return
      ;;`,
    )
    .join('\n')
}

function keysOf(tree: WordTree, isWanted: (option: WordOption) => boolean): string[] {
  return placedOptions(tree).flatMap(({ at, option }) => (isWanted(option) ? optionKeys(at, option) : []))
}

function optionKeys(at: string | undefined, { names }: WordOption): string[] {
  return names.map((name) => (at === undefined ? `*${quoted(` ${name}`)}` : quoted(`${at} ${name}`)))
}

function pattern(keys: readonly string[]): string {
  return [...new Set(keys)].join(' | ')
}

/** Commands and options are words without quotes. */
function quoted(text: string): string {
  return `'${text}'`
}
