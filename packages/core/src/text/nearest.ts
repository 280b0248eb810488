import { distance } from 'fastest-levenshtein'

/** Returns the known word that an unknown one probably means, or undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, slips: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= Math.min(3, Math.ceil(word.length / 3)) ? best.candidate : undefined
}
