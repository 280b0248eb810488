/** `count` rounds, or as many times that as `npm run test:all -- --times 10` asks for. */
export function rounds(count: number): number {
  return count * Number(process.env['STRESS_TIMES'] ?? 1)
}
