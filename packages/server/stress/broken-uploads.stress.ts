import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '#server/db/demo/random.ts'
import { formOf } from '#server/testing/form.ts'
import { mutationOf } from '#server/testing/images/mutations.ts'
import { makePng } from '#server/testing/images/png-parts.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { uploadCases } from '#server/testing/images/upload-corpus.ts'
import { openRig } from '#server/testing/process/rig.ts'
import { rounds } from '#server/testing/rounds.ts'

const MIB = 1024 * 1024
const SEED = 20_261_126
/** Time limit for rendering an SVG, plus slack for a busy machine. */
const SLOWEST_MS = 10_000
/** The limit on a busy machine: this many times the usual time of an upload. */
const SLOWEST_TIMES = 50
const MAX_GROWTH = 100 * MIB
/** A small heap, since uncollected garbage in a large one would look like a leak. */
const SMALL_HEAP = '--max-old-space-size=160'
const AT_ONCE = 8
/** Uploads that the limit allows before it is reset. */
const UPLOADS_AT_A_TIME = 20

let rig: Awaited<ReturnType<typeof openRig>>
let temporaryFilesBefore: string[]
beforeAll(async () => {
  rig = await openRig({ seed: SEED, env: { NODE_OPTIONS: SMALL_HEAP } })
  temporaryFilesBefore = readdirSync(rig.temporary)
}, 60_000)
afterAll(() => rig[Symbol.asyncDispose]())

/** Uploads the files as images of a category per admin. Returns statuses and times. */
async function uploadAll(files: Iterator<Buffer>, concurrency = AT_ONCE) {
  const statuses: Record<number, number> = {}
  const times: number[] = []
  const run = async (index: number) => {
    const call = rig.as(rig.tokens[index])
    const name = `Uploads ${index}`
    const save = async (id: number | undefined, file: Blob) =>
      call<Category | null>('POST', '/api/admin/category', formOf({ id, category_name: name, category_image: file }))
    const created = await save(undefined, samplePng(index))
    const id = Number(created.body.data?.id)
    let uploadCount = 0
    for (let next = files.next(); !next.done; next = files.next()) {
      if (uploadCount % UPLOADS_AT_A_TIME === 0) await rig.database.db.deleteFrom('rate_limits').execute()
      uploadCount += 1
      const began = performance.now()
      const { status } = await save(id, new Blob([new Uint8Array(next.value)]))
      times.push(performance.now() - began)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    await call('DELETE', `/api/admin/category/${id}`)
  }
  await Promise.all(Array.from({ length: concurrency }, (_, index) => run(index)))
  times.sort((a, b) => a - b)
  return { statuses, medianMs: times[times.length >> 1] ?? 0, slowestMs: times.at(-1) ?? 0 }
}

function* mutations(originals: readonly [Buffer, ...Buffer[]], count: number): Generator<Buffer> {
  const random = seededRandom(SEED)
  for (let index = 0; index < count; index += 1) yield mutationOf(originals, random)
}

async function pictures(): Promise<[Buffer, ...Buffer[]]> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#6c44b6' } })
  return [
    makePng({ width: 40, height: 30 }),
    makePng({ width: 40, height: 30, colourType: 3, bitDepth: 4, interlaced: true }),
    await picture
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'unknown' } })
      .toBuffer(),
    await picture.clone().jpeg({ progressive: true }).toBuffer(),
  ]
}

describe('uploads', () => {
  it('of hostile files and 10,000 broken ones harm no other request and leave nothing', async () => {
    const corpus = (await uploadCases()).map(({ bytes }) => bytes)
    // The first round grows the process to the size that its work needs; further growth is a leak.
    await uploadAll(mutations(await pictures(), 2000))
    await uploadAll(corpus.values())
    const bytesBefore = rig.residentBytes('VmHWM')
    const hostile = await uploadAll(corpus.values(), availableParallelism())
    const broken = await uploadAll(mutations(await pictures(), rounds(10_000)))
    const growth = rig.residentBytes() - bytesBefore
    process.stdout.write(
      `${JSON.stringify({ hostile, broken })}, at most ${Math.round(bytesBefore / MIB)} MiB, then ${Math.round(growth / MIB)} more\n`,
    )
    for (const { statuses, medianMs, slowestMs } of [hostile, broken]) {
      expect(Object.keys(statuses)).toEqual(['200', '422'])
      expect(slowestMs).toBeLessThan(Math.max(SLOWEST_MS, SLOWEST_TIMES * medianMs))
    }
    expect(growth).toBeLessThan(MAX_GROWTH)
    expect(readdirSync(rig.temporary)).toEqual(temporaryFilesBefore)
    await rig.check()
  })
})
