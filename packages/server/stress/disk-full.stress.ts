import { setTimeout as delay } from 'node:timers/promises'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { describe, expect, it } from 'vitest'
import type { CallResponse } from '#server/testing/call.ts'
import { hasOwnPostgres, startPostgres } from '#server/testing/database/postgres.ts'
import { canMount, limitedFolder, mountedDisk, type SmallDisk } from '#server/testing/database/small-disk.ts'
import { formOf } from '#server/testing/form.ts'
import { noisePng } from '#server/testing/images/sample-images.ts'
import { openRig, REOPEN_MS, RIG_ADMIN } from '#server/testing/process/rig.ts'

const IS_MOUNTABLE = canMount()
const NOT_HERE = IS_MOUNTABLE ? '' : ' (skipped: no file system may be mounted here)'
const SEED = 20_261_125
const MINUTE = 60_000
const MAX_PRODUCTS = 20_000
const NO_ROOM = {
  status: 507,
  body: { code: 507, data: null, message: expect.stringContaining('cannot store anything') },
}

type Rig = Awaited<ReturnType<typeof openRig>>

const READS = [
  '/health/live',
  '/health/ready',
  '/api/admin/get-settings',
  '/api/admin/users?page=1',
  '/api/admin/categories',
  '/api/admin/subcategories',
  '/api/admin/subscription-products',
]

/** Reads until the returned function is called, which returns the failed reads and the slowest time. */
function startReading(rig: Rig, image: string) {
  const failures: object[] = []
  const over = new AbortController()
  let slowestMs = 0
  async function read(): Promise<void> {
    while (!over.signal.aborted) {
      for (const path of READS) {
        const began = performance.now()
        const { status } = await rig.call('GET', path)
        slowestMs = Math.max(slowestMs, performance.now() - began)
        if (status !== 200) failures.push({ path, status })
      }
      const picture = await fetch(rig.server().origin + image)
      if (picture.status !== 200) failures.push({ path: image, status: picture.status })
      await picture.arrayBuffer()
      await delay(20)
    }
  }
  const reading = read()
  return async () => {
    over.abort()
    await reading
    return { failures, slowestMs }
  }
}

/** Adds products with the longest names until the disk is full. */
async function addUntilFull({ call, ledger }: Rig): Promise<CallResponse> {
  const otherFields = { price: 1, currency: 'EUR', billing_cycle: 'monthly', trial_period_days: 0 }
  for (let count = 0; count < MAX_PRODUCTS; count += 1) {
    const product_id = `full-${count}-`.padEnd(200, 'x')
    const product = { name: 'x'.repeat(200), ...otherFields }
    const response = await call('POST', '/api/admin/subscription-products', { product_id, ...product })
    if (response.status !== 201) return response
    ledger.learn(`product ${product_id}`, product)
  }
  throw new Error('There is always room for more.')
}

async function fillAndFree(rig: Rig, disk: SmallDisk): Promise<object[]> {
  const pid = rig.server().child.pid ?? 0
  const [{ category_image: image } = { category_image: '' }] = (
    await rig.call<Category[]>('GET', '/api/admin/categories')
  ).body.data
  const idle = await rig.session(MINUTE)
  const stopReading = startReading(rig, image ?? '')
  const signIn = () => rig.as(undefined)('POST', '/api/admin/login', RIG_ADMIN)
  const upload = async (name: string) =>
    rig.call<Category>(
      'POST',
      '/api/admin/category',
      formOf({ category_name: name, category_image: await noisePng(700) }),
    )
  const learn = (name: string, { body }: CallResponse<Category>) =>
    rig.ledger.learn(`category ${name}`, { image: /[\da-f]{64}/.exec(body.data.category_image ?? '')?.[0] })
  const uploadUntilFull = async (prefix: string) => {
    for (let count = 0; ; count += 1) {
      const name = `${prefix}.${count}`
      const response = await upload(name)
      if (response.status !== 200) return response
      // A checkpoint of SQLite has freed room in its file.
      learn(name, response)
    }
  }

  await rig.writeDuring(async () => {
    disk.fill(pid)
    expect(await addUntilFull(rig)).toMatchObject(NO_ROOM)
  })
  for (let count = 0; count < 10; count += 1) {
    expect(await uploadUntilFull(`Full ${count}`)).toMatchObject(NO_ROOM)
    // A session continues although its last use cannot be written.
    expect((await rig.as(idle)('GET', '/api/admin/get-settings')).status).toBe(200)
    expect([200, 507]).toContain((await signIn()).status)
  }

  disk.free(pid)
  const freedAt = performance.now()
  let saved = await upload('Free')
  while (saved.status === 507 && performance.now() - freedAt < REOPEN_MS) saved = await upload('Free')
  expect(saved.status).toBe(200)
  learn('Free', saved)
  expect((await signIn()).status).toBe(200)
  const { failures, slowestMs } = await stopReading()
  process.stdout.write(
    `${rig.ledger.existing('product').length} products fitted in; the slowest read took ${Math.round(slowestMs)} ms\n`,
  )
  expect(rig.server().child).toMatchObject({ pid, exitCode: null })
  await rig.check()

  rig.server().child.kill('SIGTERM')
  await rig.server().ended
  await rig.reopen()
  await rig.check()
  return failures
}

describe('a full disk', () => {
  it.skipIf(!IS_MOUNTABLE)(`is reported, and nothing else is lost or locked, on SQLite${NOT_HERE}`, async () => {
    using disk = mountedDisk(24)
    await using rig = await openRig({ seed: SEED, dataDir: disk.dir })
    expect(await fillAndFree(rig, disk)).toEqual([])
  })

  it('fails writes cleanly and keeps reading, on SQLite', async () => {
    using disk = limitedFolder()
    await using rig = await openRig({ seed: SEED + 1, dataDir: disk.dir })
    expect(await fillAndFree(rig, disk)).toEqual([])
  })

  it.skipIf(!IS_MOUNTABLE || !hasOwnPostgres)(
    `is reported, and nothing else is lost or locked, on PostgreSQL${NOT_HERE}`,
    async () => {
      const postgres = await startPostgres()
      try {
        using disk = mountedDisk(32)
        await using rig = await openRig({ seed: SEED + 2, databaseUrl: await postgres.createDatabase(disk.dir) })
        expect(await fillAndFree(rig, disk)).toEqual([])
      } finally {
        await postgres.stop()
      }
    },
  )
})
