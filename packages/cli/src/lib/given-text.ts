import { InvalidArgumentError } from 'commander'

/**
 * The text of an option, as it is. A script's variable that is not set arrives as an empty text, and must mean neither
 * everybody nor the default profile.
 * @throws InvalidArgumentError for blanks
 */
export function givenText(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('Give a value, or leave the option out.')
}
