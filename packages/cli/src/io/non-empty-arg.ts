import { InvalidArgumentError } from 'commander'

/**
 * The text of an option, as it is. A variable of a script that is not set arrives as an empty text, and must not mean
 * all records or the default profile.
 * @throws InvalidArgumentError for an empty text or spaces
 */
export function nonEmptyArg(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('The value cannot be empty.')
}
