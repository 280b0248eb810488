/** Multiplies `count` by N with `npm run test:all -- --times N`. */
export function rounds(count: number): number {
  return count * Number(process.env['STRESS_TIMES'] ?? 1)
}
