import type { Category } from '@rapport/core/entities/categories/category.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { formOf } from '#server/testing/form.ts'
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
