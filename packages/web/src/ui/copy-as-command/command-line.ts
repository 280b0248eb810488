import { format } from 'date-fns'
import { join } from 'shlex'

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
  // In fish, a backslash within single quotes may be an escape; within double quotes all shells agree.
  return join(['rapport', ...words, ...flagWords]).replaceAll('\\', String.raw`'"\\"'`)
}

/** Formats a day for the tool's flags. */
export const commandDay = (day: Date): string => format(day, 'yyyy-MM-dd')
