import { format } from 'date-fns'
import { join } from 'shlex'

/** The maximum number of ids as arguments. More are piped, because the length of a command line is limited. */
const MAX_ARGUMENTS = 100

/** Returns a command, for POSIX shells and fish, that runs the tool with these words and each flag that has a value. */
export function commandLine(
  words: readonly string[],
  flags: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const flagWords = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [flag]
    // A leading dash would start a flag; in zsh a leading equals sign expands to a program.
    return /^[-=]/.test(value) ? [`${flag}=${value}`] : [flag, value]
  })
  return quoteWords(['rapport', ...words, ...flagWords])
}

/** Formats a day for the tool's flags. */
export const commandDay = (day: Date): string => format(day, 'yyyy-MM-dd')

export function deleteCommand(nouns: string, ids: readonly (string | number)[]): string {
  const words = ids.map(String)
  const command = [nouns, 'delete', '--yes']
  if (words.length <= MAX_ARGUMENTS) return commandLine([...command, ...words])
  return `printf '%s\\n' ${quoteWords(['id', ...words])} | ${commandLine([...command, '--from-file', '-'])}`
}

/** Quotes words. In fish, a backslash within single quotes may be an escape; within double quotes all shells agree. */
function quoteWords(words: readonly string[]): string {
  return join(words).replaceAll('\\', String.raw`'"\\"'`)
}
