import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestServer } from '#server/testing/start.ts'

const MANY = 40
const IMAGE_BYTES = 5 * 1024 * 1024
/** Twice the bytes take at least twice the time, and are read in smaller parts, each of which walks over the image up to it. */
const MAX_RATIO = 4

const sha256Of = (index: number) => String(index).padStart(64, '0')

// Other load on the machine rarely spoils three runs.
it('delivers 40 large images at once about as fast as 20', { retry: 2, timeout: 300_000 }, async () => {
  await using server = await startTestServer()
  const origin = await server.listen()
  for (let index = 0; index < MANY; index += 1) {
    const image = { sha256: sha256Of(index), media_type: 'image/png', bytes: randomBytes(IMAGE_BYTES), created_at: 0 }
    await server.database.db.insertInto('images').values(image).execute()
  }
  const fewMs = await readAll(origin, MANY / 2)
  const manyMs = await readAll(origin, MANY)
  process.stdout.write(`20 images in ${fewMs} ms, 40 in ${manyMs} ms\n`)
  expect(manyMs).toBeLessThan(MAX_RATIO * fewMs)
})

/** Returns the milliseconds in which as many readers received an image each. */
async function readAll(origin: string, readers: number): Promise<number> {
  const began = performance.now()
  const sizes = await Promise.all(
    Array.from({ length: readers }, async (_, index) => {
      const response = await fetch(`${origin}/media/${sha256Of(index)}.png`)
      return (await response.arrayBuffer()).byteLength
    }),
  )
  expect(sizes).toEqual(sizes.map(() => IMAGE_BYTES))
  return Math.round(performance.now() - began)
}
