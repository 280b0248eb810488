import { randomBytes } from 'node:crypto'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { formOf } from '#server/testing/form.ts'
import { makePng, pngChunk } from '#server/testing/images/png-parts.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'

let server: TestServer
let call: Call

beforeAll(async () => {
  server = await startTestServer()
  call = await asAdmin(server)
})
afterAll(() => server.close())

const save = (category_name: string, category_image: Blob) =>
  call<Category>('POST', '/api/admin/category', formOf({ category_name, category_image }))

it('refuses an SVG with embedded images', async () => {
  const data = 'data:image/png;base64,AAAA'
  const pictures = [`image href="${data}"`, 'image href="&#100;ata:image/png;base64,AAAA"']
  const prefixed = ['a.b', 'ä', 'a\ufeff'].map(
    (prefix) => `${prefix}:image xmlns:${prefix}="${NAMESPACE}" href="${data}"`,
  )
  for (const picture of [...pictures, ...prefixed]) {
    const svg = `<svg xmlns="${NAMESPACE}"><${picture} width="9" height="9"/></svg>`
    const { status, body } = await save('Large', new Blob([svg], { type: 'image/svg+xml' }))
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The SVG contains embedded images or entities. Please export it as a PNG.',
    })
  }
})

it('serves nothing of an SVG that would run or load', async () => {
  const hostileSvg = `<svg xmlns="http://www.w3.org/2000/svg" onload="evil()"><script>evil()</script>
    <image href="https://evil.example/a.png" width="1" height="1"/><rect width="9" height="9"/></svg>`
  const { body } = await save('Evil', new Blob([hostileSvg], { type: 'image/svg+xml' }))
  const response = await server.fetch(new Request(server.baseUrl + body.data.category_image))
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('evil')
})

const MIB = 1024 * 1024
const png = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

it('takes no more room than the uploaded file where filters make it small', async () => {
  const width = 1500
  const noise = randomBytes(width * 3)
  const firstRow = Buffer.concat([Buffer.from([0]), noise])
  // Each row is the one above plus one; without filters this takes 5 MB.
  const nextRow = Buffer.concat([Buffer.from([2]), Buffer.alloc(width * 3, 1)])
  const file = png(makePng({ width, height: 1200, row: (y) => (y === 0 ? firstRow : nextRow) }))
  const { body } = await save('Filtered', file)
  const response = await server.fetch(new Request(server.baseUrl + body.data.category_image))
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(2 * file.size)
})

it('is refused if it would take more than an upload may', async () => {
  const palette = pngChunk('PLTE', randomBytes(768))
  const row = () => Buffer.concat([Buffer.from([0]), randomBytes(2200)])
  const file = png(makePng({ width: 2200, height: 2200, colourType: 3, palette, row }))
  expect(file.size).toBeLessThan(5 * MIB)
  expect(await save('Noise', file)).toMatchObject({
    status: 422,
    body: { errors: { category_image: 'The image would take more than 5 MiB here. Please select a smaller one.' } },
  })
})

it('is refused if it is an SVG that would take more than 1 MiB as a PNG', async () => {
  const svg = (size: number) =>
    `<svg xmlns="${NAMESPACE}" width="${size}" height="${size}"><filter id="f"><feTurbulence baseFrequency=".9"/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>`
  const noise = await save('Turbulence', new Blob([svg(1024)], { type: 'image/svg+xml' }))
  expect(noise).toMatchObject({
    status: 422,
    body: { message: 'The SVG would take more than 1 MiB as a PNG. Please simplify it.' },
  })
})

it('is refused once all images together have taken the quota', async () => {
  await using small = await startTestServer({ imageQuotaMib: 1 })
  const callSmall = await asAdmin(small)
  const noise = async () =>
    png(makePng({ width: 450, height: 470, row: () => Buffer.concat([Buffer.from([0]), randomBytes(1350)]) }))
  const messages: string[] = []
  for (const category_name of ['A', 'B', 'C']) {
    const form = formOf({ category_name, category_image: await noise() })
    messages.push((await callSmall('POST', '/api/admin/category', form)).body.message)
  }
  const refusal = expect.stringContaining('All images together can take 1 MiB, which is used up.')
  expect(messages).toEqual(['The category was added.', refusal, refusal])
})
