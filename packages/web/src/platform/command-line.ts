import { format } from 'date-fns'
import { join } from 'shlex'

/** With more, the ids are piped: the arguments of a command are bounded. */
const MAX_ARGUMENTS = 100

/** A line for a POSIX shell, or fish, that runs the tool with these words, and with each flag that has a value. */
export function commandLine(
  words: readonly string[],
  flags: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined) return []
    // A dash would begin a flag, and in zsh an equals sign the name of a program.
    return /^[-=]/.test(value) ? [`${flag}=${value}`] : [flag, value]
  })
  return quoted(['rapport', ...words, ...given])
}

/** A day as flags of the tool take it. */
export const commandDay = (day: Date): string => format(day, 'yyyy-MM-dd')

/** A line that deletes the records with these ids. */
export function deleteCommand(nouns: string, ids: readonly (string | number)[]): string {
  const words = ids.map(String)
  const command = [nouns, 'delete', '--yes']
  if (words.length <= MAX_ARGUMENTS) return commandLine([...command, ...words])
  return `printf '%s\\n' ${quoted(['id', ...words])} | ${commandLine([...command, '--from-file', '-'])}`
}

/** In fish, a backslash between single quotes can end them or keep them open; between double quotes all shells agree. */
function quoted(words: readonly string[]): string {
  return join(words).replaceAll('\\', String.raw`'"\\"'`)
}
