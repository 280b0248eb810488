import { InvalidArgumentError } from 'commander'

/**
 * Refuses an empty option value: an unset variable in a script must not mean all records, or the default profile. Throws
 * `InvalidArgumentError` for an empty text or spaces.
 */
export function nonEmptyArg(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('The value cannot be empty.')
}
