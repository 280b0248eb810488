import { placedOptions, PROFILE_NAMES, type Word, type WordOption, type WordTree } from './word-tree.ts'

/** The names, a line each, as words. */
const profiles = `\${(f)"$(${PROFILE_NAMES})"}`

/** A completion function for zsh's own completion system. */
export function zshScript(tree: WordTree): string {
  return `#compdef rapport
# Completion of rapport for zsh: rapport completion zsh > "\${fpath[1]}/_rapport"
_rapport() {
  local at='' word previous repeated='' i
  local -a verbs flags
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ $word == -* ]]; then repeated=''; fi
    case "$at $word" in
      (${pattern(tree.places.filter(({ at }) => at !== '').map(({ at }) => quoted(at)))}) at+=" $word" ;;
      (${pattern(keysOf(tree, ({ repeats }) => repeats))}) repeated=$word; ((i++)) ;;
      (${pattern(keysOf(tree, ({ takes }) => takes !== 'nothing'))}) ((i++)) ;;
    esac
  done
  previous=$words[CURRENT-1]
  if [[ -n $repeated && $PREFIX != -* ]]; then previous=$repeated; fi
  if [[ $PREFIX == --*=* ]]; then
    previous=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$at $previous" in
${choiceCases(tree)}
    (${pattern(keysOf(tree, ({ takes }) => takes === 'file'))}) _files; return ;;
    (${pattern(keysOf(tree, ({ takes }) => takes === 'profile'))}) compadd -- ${profiles}; return ;;
    (${pattern(keysOf(tree, ({ takes }) => takes === 'text'))}) return ;;
  esac
  case "$at" in
${tree.places
  .map(
    (place) => `    (${quoted(place.at)})
      verbs=(${place.takesProfile ? profiles : [...place.commands, ...place.choices.map((name) => ({ name, description: '' }))].map(described).join(' ')})
      flags=(${wordsOf(place.options).map(described).join(' ')})
      ;;`,
  )
  .join('\n')}
  esac
  flags+=(${wordsOf(tree.global).map(described).join(' ')})
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (($#verbs)); then
    _describe command verbs
  fi
}
if [[ $funcstack[1] == _rapport ]]; then
  _rapport "$@"
else
  compdef _rapport rapport
fi
`
}

function choiceCases(tree: WordTree): string {
  return placedOptions(tree)
    .filter(({ option }) => option.takes === 'choice')
    .map(
      ({ at, option }) => `    (${pattern(optionKeys(at, option))}) compadd -- ${option.choices.join(' ')}; return ;;`,
    )
    .join('\n')
}

function wordsOf(options: readonly WordOption[]): Word[] {
  return options.flatMap(({ names, description }) => names.map((name) => ({ name, description })))
}

/** A word and its description, which \`_describe\` takes apart at the first colon. */
function described({ name, description }: Word): string {
  return quoted(description === '' ? name : `${name}:${description}`)
}

function keysOf(tree: WordTree, isWanted: (option: WordOption) => boolean): string[] {
  return placedOptions(tree).flatMap(({ at, option }) => (isWanted(option) ? optionKeys(at, option) : []))
}

function optionKeys(at: string | undefined, { names }: WordOption): string[] {
  return names.map((name) => (at === undefined ? `*${quoted(` ${name}`)}` : quoted(`${at} ${name}`)))
}

function pattern(keys: readonly string[]): string {
  return [...new Set(keys)].join('|')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
