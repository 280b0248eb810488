import { distance } from 'fastest-levenshtein'

/** Returns the known word that an unknown one probably means, or undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
  const [closest] = ranked
  return closest && closest.edits <= Math.min(3, Math.ceil(word.length / 3)) ? closest.candidate : undefined
}
