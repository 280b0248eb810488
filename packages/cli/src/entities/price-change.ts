import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { firstNames } from '#cli/io/consent.ts'
import { valueText, withCents } from './field-values.ts'

export interface PriceChange {
  /** Names the product. */
  key: string
  from: unknown
  to: unknown
}

/**
 * Asks before prices change by more than half, which is often a slip of the decimal point. Warns where it cannot ask.
 * @throws CliError when the answer is no
 */
export async function agreeToPrices(
  changes: readonly PriceChange[],
  { flags, terminal }: Pick<Deps, 'flags' | 'terminal'>,
  { readsStdin = false } = {},
): Promise<void> {
  const large = changes.filter(isLarge)
  if (large.length === 0) return
  const sentence =
    large.length === 1 ? 'A price changes by more than half:' : `${large.length} prices change by more than half:`
  const names = firstNames(large.map(({ key, from, to }) => `${key}: ${textOf(from)} → ${textOf(to)}`))
  if (flags.yes || !terminal.canAsk || readsStdin) {
    terminal.info([`warning: ${sentence}`, ...names].join('\n'))
    return
  }
  if (await terminal.confirm({ lines: [sentence, ...names], prompt: 'Save all the same?' })) return
  throw new CliError('declined', 'Nothing was changed.', { exitCode: EXIT.failed })
}

function isLarge({ from, to }: PriceChange): boolean {
  if (valueText(from) === '' || valueText(to) === '') return false
  return Math.abs(Number(to) - Number(from)) > Number(from) / 2
}

const textOf = (price: unknown) => withCents(valueText(price))
