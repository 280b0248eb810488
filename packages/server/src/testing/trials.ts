/** `count` trials, or as many times that as `--times` of `scripts/test.mjs` asks for. */
export function trials(count: number): number {
  return count * Number(process.env['RAPPORT_TRIAL_TIMES'] ?? 1)
}
