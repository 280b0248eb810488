import { withCents } from '@rapport/core/entities/field-values.ts'
import {
  describeLargePriceChanges,
  isLargePriceChange,
  type PriceChange,
} from '@rapport/core/entities/products/price-change.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { previewNames } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'

/**
 * Asks before prices change by more than half, which is often a slip of the decimal point. With --yes, or if someone has reviewed
 * the change, warns. Throws `CliError` if the answer is no, and if no prompt is possible.
 */
export async function confirmPriceChanges(
  changes: readonly PriceChange[],
  { flags, terminal }: Pick<Deps, 'flags' | 'terminal'>,
  { readsStdin = false, isReviewed = false } = {},
): Promise<void> {
  const largeChanges = changes.filter(isLargePriceChange)
  if (largeChanges.length === 0) return
  const sentence = `${describeLargePriceChanges(largeChanges.length)}:`
  const names = previewNames(largeChanges.map(({ key, from, to }) => `${key}: ${priceText(from)} → ${priceText(to)}`))
  if (flags.yes || isReviewed) {
    terminal.info([`warning: ${sentence}`, ...names].join('\n'))
    return
  }
  if (!terminal.canAsk || readsStdin) {
    const sentences = [sentence, ...names, 'Nothing was changed.']
    const hint = 'Check the prices, then pass --yes.'
    throw new CliError('confirmation_needed', sentences.map((text) => text.trim()).join(' '), { sentences, hint })
  }
  if (await terminal.confirm({ lines: [sentence, ...names], prompt: 'Save anyway?' })) return
  throw new CliError('declined', 'Nothing was changed.')
}

const priceText = (price: unknown) => withCents(valueText(price))
