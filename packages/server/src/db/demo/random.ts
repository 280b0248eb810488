export type Random = ReturnType<typeof seededRandom>

/** Creates a Mulberry32 generator of pseudo-random numbers, the same at every run. It is small, fast and even enough for demo data. */
export function seededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[integer(0, choices.length - 1)] ?? choices[0]
  return { next, integer, pick, chance: (probability: number) => next() < probability }
}
