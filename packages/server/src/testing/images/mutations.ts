import type { Random } from '#server/db/demo/random.ts'
import { withValidChecksums } from './png-parts.ts'

type Change = (file: Buffer, random: Random, others: readonly Buffer[]) => Buffer

const overwriteBytes: Change = (file, random) => changeBytes(file, random, () => random.integer(0, 255))

const flipBits: Change = (file, random) => changeBytes(file, random, (byte) => byte ^ (1 << random.integer(0, 7)))

const writeExtremeBytes: Change = (file, random) => changeBytes(file, random, () => random.pick([0, 0xff, 0x7f, 0x80]))

const truncate: Change = (file, random) => file.subarray(0, random.integer(1, file.length))

const removeRange: Change = (file, random) => {
  const [from, to] = chooseRange(file, random)
  return Buffer.concat([file.subarray(0, from), file.subarray(to)])
}

const repeatRange: Change = (file, random) => {
  const [from, to] = chooseRange(file, random)
  return Buffer.concat([file.subarray(0, to), file.subarray(from)])
}

const zeroRange: Change = (file, random) => {
  const [from, to] = chooseRange(file, random)
  return Buffer.concat([file.subarray(0, from), Buffer.alloc(to - from), file.subarray(to)])
}

/** Joins the start of a file and the end of another one. */
const splice: Change = (file, random, [first = file, ...others]) => {
  const other = random.pick([first, ...others])
  return Buffer.concat([
    file.subarray(0, random.integer(0, file.length)),
    other.subarray(random.integer(0, other.length)),
  ])
}

/** Changes as transmission errors, bad disks and fuzzers cause them. */
const CHANGES: readonly [Change, ...Change[]] = [
  overwriteBytes,
  flipBits,
  writeExtremeBytes,
  truncate,
  removeRange,
  repeatRange,
  zeroRange,
  splice,
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
function chooseRange(file: Buffer, random: Random): [number, number] {
  const from = random.integer(0, file.length - 1)
  return [from, Math.min(file.length, from + random.integer(1, 100))]
}
