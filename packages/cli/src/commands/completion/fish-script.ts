import { placedOptions, PROFILE_NAMES, type WordOption, type WordTree } from './word-tree.ts'

/** Run when they are asked for. */
const PROFILES = quoted(`(${PROFILE_NAMES})`)

/** Completions for fish. */
export function fishScript(tree: WordTree): string {
  const lines = [
    ...tree.places.flatMap(({ at, commands, choices, takesProfile }) => [
      ...commands.map(({ name, description }) => `${isAt(at)} -f -a ${name} -d ${quoted(description)}`),
      ...(takesProfile ? [`${isAt(at)} -f -a ${PROFILES}`] : []),
      ...(choices.length > 0 ? [`${isAt(at)} -f -a ${quoted(choices.join(' '))}`] : []),
    ]),
    ...placedOptions(tree)
      .filter(({ option }) => option.repeats)
      .map(({ at = '', option }) => `${isAt(at, option.names)} ${furtherOf(option)}`),
    ...placedOptions(tree).map(
      ({ at, option }) => `${at === undefined ? 'complete -c rapport' : isAt(at)} ${wordsOf(option)}`,
    ),
  ]
  return `# Completion of rapport for fish: rapport completion fish > ~/.config/fish/completions/rapport.fish
function __rapport_at
    set -l at ''
    set -l skip no
    set -l repeated
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        if string match -q -- '-*' $word
            set repeated
        end
        switch "$at $word"
            case ${tree.places
              .filter(({ at }) => at !== '')
              .map(({ at }) => quoted(at))
              .join(' ')}
                set at "$at $word"
            case ${keysOf(tree, ({ repeats }) => repeats).join(' ')}
                set skip yes
                set repeated $word
            case ${keysOf(tree, ({ takes }) => takes !== 'nothing').join(' ')}
                set skip yes
        end
    end
    test "$at" = "$argv[1]"; or return
    # The first of several values is the option's own.
    test (count $argv) -eq 1; or begin
        test $skip = no; and contains -- "$repeated" $argv[2..-1]
    end
end
complete -c rapport -f
${lines.join('\n')}
`
}

/** In a place, there behind a value of one of the options, where any is named. */
function isAt(at: string, options: readonly string[] = []): string {
  return `complete -c rapport -n "__rapport_at ${[quoted(at), ...options].join(' ')}"`
}

/** What may come behind the first value. */
function furtherOf({ takes, choices }: WordOption): string {
  return takes === 'file' ? '-F' : `-f -a ${quoted(choices.join(' '))}`
}

function wordsOf({ names, description, takes, choices }: WordOption): string {
  const words = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const value = {
    nothing: '',
    file: '-r -F',
    choice: `-x -a ${quoted(choices.join(' '))}`,
    profile: `-x -a ${PROFILES}`,
    text: '-x',
  }[takes]
  return [...words, value, `-d ${quoted(description)}`].filter(Boolean).join(' ')
}

function keysOf(tree: WordTree, isWanted: (option: WordOption) => boolean): string[] {
  const keys = placedOptions(tree).flatMap(({ at, option }) =>
    !isWanted(option) ? [] : option.names.map((name) => quoted(at === undefined ? `* ${name}` : `${at} ${name}`)),
  )
  return [...new Set(keys)]
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
