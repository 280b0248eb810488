import type { Random } from '#server/db/demo/random.ts'
import { withValidChecksums } from './png-parts.ts'

type Change = (file: Buffer, random: Random, others: readonly Buffer[]) => Buffer

/** Mutations as transmission errors, bad disks and fuzzers cause them. */
const CHANGES: readonly [Change, ...Change[]] = [
  (file, random) => changeBytes(file, random, () => random.integer(0, 255)),
  (file, random) => changeBytes(file, random, (byte) => byte ^ (1 << random.integer(0, 7))),
  (file, random) => changeBytes(file, random, () => random.pick([0, 0xff, 0x7f, 0x80])),
  (file, random) => file.subarray(0, random.integer(1, file.length)),
  (file, random) => {
    const [from, to] = cut(file, random)
    return Buffer.concat([file.subarray(0, from), file.subarray(to)])
  },
  (file, random) => {
    const [from, to] = cut(file, random)
    return Buffer.concat([file.subarray(0, to), file.subarray(from)])
  },
  (file, random) => {
    const [from, to] = cut(file, random)
    return Buffer.concat([file.subarray(0, from), Buffer.alloc(to - from), file.subarray(to)])
  },
  (file, random, [first = file, ...others]) => {
    const other = random.pick([first, ...others])
    return Buffer.concat([
      file.subarray(0, random.integer(0, file.length)),
      other.subarray(random.integer(0, other.length)),
    ])
  },
]

/** One of the files with one to four changes. */
export function mutationOf(files: readonly [Buffer, ...Buffer[]], random: Random): Buffer {
  let mutant = Buffer.from(random.pick(files))
  for (let count = random.integer(1, 4); count > 0 && mutant.length > 0; count -= 1) {
    mutant = Buffer.from(random.pick(CHANGES)(mutant, random, files))
  }
  // With wrong checksums a PNG decoder would never reach the change.
  return random.chance(0.5) ? withValidChecksums(mutant) : mutant
}

function changeBytes(file: Buffer, random: Random, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(file)
  for (let count = random.integer(1, 8); count > 0; count -= 1) {
    const index = random.integer(0, file.length - 1)
    copy[index] = change(file[index] ?? 0)
  }
  return copy
}

/** Chooses a range of at most a hundred bytes. */
function cut(file: Buffer, random: Random): [number, number] {
  const from = random.integer(0, file.length - 1)
  return [from, Math.min(file.length, from + random.integer(1, 100))]
}
