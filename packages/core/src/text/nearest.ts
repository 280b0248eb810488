import { distance } from 'fastest-levenshtein'

/** The known word that was probably meant by one that is not known, or undefined where none is close enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, slips: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= Math.min(3, Math.ceil(word.length / 3)) ? best.candidate : undefined
}
