import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng, svgText } from '#server/testing/images/sample-images.ts'
import { REACHING_SVGS } from '#server/testing/images/svg-corpus.ts'
import { HOSTILE_FILE_NAMES, uploadCases } from '#server/testing/images/upload-corpus.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const MIB = 1024 * 1024
/** Time limit for rendering an SVG, plus slack for a busy machine. */
const SLOWEST_MS = 8000
const CASES = await uploadCases()

let server: TestServer
let call: Call
let categoryId: unknown

beforeAll(async () => {
  server = await startTestServer()
  call = await asAdmin(server)
  categoryId = (await saveCategory('Category', samplePng(9))).body.data.id
})
afterAll(() => server.close())

const saveCategory = (category_name: string, category_image: Blob) =>
  call<Category>('POST', '/api/admin/category', formOf({ category_name, category_image }))
const savePosition = (subcategory_name: string, sub_cat_image: Blob) =>
  call<Position>(
    'POST',
    '/api/admin/subcategory',
    formOf({ category_id: String(categoryId), subcategory_name, sub_cat_image }),
  )
const blob = (bytes: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })

const flatPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

async function bytesAt(path: string | null | undefined): Promise<Buffer> {
  const response = await server.fetch(new Request(server.baseUrl + path))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Checks that each image is in a row, and that each row has its image. */
async function expectNoLeftovers(): Promise<void> {
  const { db } = server.database
  const usedImages = await db
    .selectFrom('categories')
    .select('image')
    .union(db.selectFrom('positions').select('image'))
    .execute()
  const storedImages = await db.selectFrom('images').select('sha256').execute()
  expect(new Set(storedImages.map(({ sha256 }) => sha256))).toEqual(new Set(usedImages.map(({ image }) => image)))
}

describe('an uploaded file', () => {
  it.each(CASES)('is identified by its content: $name', async ({ name, bytes, acceptedFor }) => {
    for (const declared of ['image/png', 'text/html']) {
      const began = performance.now()
      const category = await saveCategory(`${declared} ${name}`.slice(0, 100), blob(bytes, declared))
      const between = performance.now()
      const position = await savePosition(`${declared} ${name}`.slice(0, 200), blob(bytes, declared))
      expect(Math.max(between - began, performance.now() - between)).toBeLessThan(SLOWEST_MS)
      const status = (image: 'category' | 'position') => (acceptedFor.includes(image) ? 200 : 422)
      expect([category.status, position.status]).toEqual([status('category'), status('position')])
      expect(Object.keys(category.body.errors ?? {})).toEqual(category.status === 422 ? ['category_image'] : [])
      if (category.status === 422) continue
      const storedBytes = await bytesAt(category.body.data.category_image)
      expect(storedBytes.length).toBeLessThanOrEqual(5 * MIB)
      expect(storedBytes.toString('latin1')).toMatch(/^\x89PNG|^\xff\xd8/)
      expect(storedBytes.toString('latin1')).not.toContain('<script')
    }
    await expectNoLeftovers()
  })

  it('is accepted whatever its name', async () => {
    const picture = blob(await flatPng(8, 8))
    for (const [index, name] of HOSTILE_FILE_NAMES.entries()) {
      const form = new FormData()
      form.set('category_name', `Named ${index}`)
      form.set('category_image', picture, name)
      const { status, body } = await call<Category>('POST', '/api/admin/category', form)
      expect({ name, status }).toEqual({ name, status: 200 })
      expect(body.data.category_image).toMatch(/^\/media\/[\da-f]{64}\.png$/)
    }
  })

  it('leaves its name in no log, response or row', async () => {
    const lines: string[] = []
    await using loggingServer = await startTestServer({ onLogLine: (line) => lines.push(line) })
    const admin = await asAdmin(loggingServer)
    const responseTexts: string[] = []
    const send = async (...files: [field: string, bytes: Blob][]) => {
      const form = formOf({ category_name: 'Named' })
      for (const [field, bytes] of files) form.append(field, bytes, 'canary-file.png')
      const response = await admin('POST', '/api/admin/category', form)
      responseTexts.push(JSON.stringify(response.body), ...[...response.headers].flat())
      return response.status
    }
    const picture: [string, Blob] = ['category_image', samplePng()]
    const statuses = [
      await send(picture),
      await send(['category_image', blob(Buffer.from('no picture'))]),
      await send(picture, picture),
      await send(['another_field', samplePng()]),
      await send(['category_image', blob(new Uint8Array(5 * MIB + 1))]),
    ]
    responseTexts.push(JSON.stringify((await admin('GET', '/api/admin/categories')).body))
    const rows = [
      await loggingServer.database.db.selectFrom('categories').selectAll().execute(),
      await loggingServer.database.db.selectFrom('audit_events').selectAll().execute(),
    ]
    await loggingServer.database.close()
    expect([...statuses, await send(picture)]).toEqual([200, 422, 413, 400, 413, 500])
    expect(lines.join('')).toContain('request failed')
    expect([...lines, ...responseTexts, JSON.stringify(rows)].join('\n')).not.toContain('canary')
  })

  it('is called damaged if it cannot be read, and the cause is logged if the server may be at fault', async () => {
    const lines: string[] = []
    await using loggingServer = await startTestServer({ onLogLine: (line) => lines.push(line) })
    const admin = await asAdmin(loggingServer)
    const whole = Buffer.from(await samplePng().arrayBuffer())
    const cut = blob(whole.subarray(0, whole.length / 2))
    const response = await admin('POST', '/api/admin/category', formOf({ category_name: 'Cut', category_image: cut }))
    expect(response).toMatchObject({ status: 422, body: { message: expect.stringContaining('is damaged') } })
    const warnings = lines.map((line): unknown => JSON.parse(line)).filter((line) => Object(line).level === 40)
    expect(warnings).toMatchObject([
      { request_id: response.headers.get('X-Request-Id'), err: { message: expect.stringMatching(/png|Input/) } },
    ])
    const broken = blob(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><canary></svg>'))
    await admin('POST', '/api/admin/category', formOf({ category_name: 'Broken', category_image: broken }))
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('a stored picture', () => {
  it('is turned upright and loses its location', async () => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#6c44b6' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .toBuffer()
    expect(bytes.toString('latin1')).toContain('canary-copyright')
    const { body } = await savePosition('Upright', blob(bytes))
    const path = body.data.sub_cat_image ?? ''
    const storedBytes = await bytesAt(path)
    expect(await sharp(storedBytes).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 900 })
    expect((await sharp(storedBytes).metadata()).exif).toBeUndefined()
    expect(storedBytes.toString('latin1')).not.toContain('canary')
    const preview = await bytesAt(path.replace('.jpg', '.preview.jpg'))
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 480 })
  })

  it('keeps transparency, and is its own preview if it is small', async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#6c44b680' } })
      .png()
      .toBuffer()
    const { body } = await savePosition('See-through', blob(bytes))
    const path = body.data.sub_cat_image ?? ''
    expect((await sharp(await bytesAt(path)).stats()).isOpaque).toBe(false)
    expect(await bytesAt(path.replace('.png', '.preview.png'))).toEqual(await bytesAt(path))
  })

  it('has at most 100 MB decoded and 8192 pixels per side', async () => {
    expect((await savePosition('Wide', blob(await flatPng(8192, 10)))).status).toBe(200)
    expect((await savePosition('Wider', blob(await flatPng(8193, 10)))).body.message).toMatch('8192 pixels per side')
    expect((await savePosition('Many', blob(await flatPng(8000, 5001)))).body.message).toMatch('too many pixels')
  })
})

describe('the size of a file', () => {
  const svgOf = (bytes: number) => blob(Buffer.from(svgText().padEnd(bytes)))
  const pngOf = async (bytes: number) =>
    blob(Buffer.concat([Buffer.from(await samplePng().arrayBuffer()), Buffer.alloc(bytes)]).subarray(0, bytes))

  it('is at most 5 MiB, and 512 KiB for an SVG', async () => {
    expect((await saveCategory('Largest png', await pngOf(5 * MIB))).status).toBe(200)
    expect((await saveCategory('Largest svg', svgOf(MIB / 2))).status).toBe(200)
    for (const response of [
      await saveCategory('Too large png', await pngOf(5 * MIB + 1)),
      await saveCategory('Too large svg', svgOf(MIB / 2 + 1)),
      await saveCategory('Far too large', blob(Buffer.alloc(20 * MIB))),
    ]) {
      expect(response).toMatchObject({ status: 413, body: { code: 413, data: null } })
    }
  })
})

describe('an SVG', () => {
  const storeSvg = async (name: string, svg: string) => {
    const { body } = await saveCategory(name, blob(Buffer.from(svg)))
    return bytesAt(body.data.category_image)
  }

  it('is rendered as a transparent PNG of 1024 pixels, however small it is', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><circle cx="6" cy="6" r="5" fill="red"/></svg>'
    const picture = sharp(await storeSvg('Drawn', svg))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1024, height: 512, hasAlpha: true })
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)]
    expect([pixel(256, 256), pixel(1000, 500)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ])
  })

  it.each(REACHING_SVGS)('renders nothing from outside the file: %s', async (svg) => {
    const { channels } = await sharp(await storeSvg(svg.slice(-90), svg)).stats()
    expect(channels[3]?.max).toBe(0)
  })
})
