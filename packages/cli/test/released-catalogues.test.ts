import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAs, type SignedInServer } from './support/run-as.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const RELEASES = ['0.1.0', '0.2.0']
const fixture = (version: string) => join(import.meta.dirname, `catalogue-${version}`)

/** Creates the server that the fixtures were exported from, with image URLs without digests. */
function serverOfFixture({ price = 9.9, picture = 'categories/trust.png' } = {}): SignedInServer {
  const image = (path: string) => readFileSync(join(fixture('0.1.0'), 'yaml/images', path))
  const images: Record<string, Buffer> = {
    '/files/1.png': image(picture),
    '/files/2.png': image('positions/trust/nod.png'),
  }
  const lists: Record<string, object[]> = {
    '/api/admin/categories': [{ id: 1, category_name: 'Trust', slug: 'trust', category_image: '/files/1.png' }],
    '/api/admin/subcategories': [
      {
        id: 2,
        category_id: 1,
        subcategory_name: 'Nod',
        benefits: 'Being heard,\nand seen.\n',
        safety_tips: '=none',
        sub_cat_image: '/files/2.png',
      },
    ],
    '/api/admin/subscription-products': [
      {
        id: 3,
        product_id: 'com.example.monthly',
        name: 'Monthly',
        price,
        currency: 'EUR',
        billing_cycle: 'monthly',
        trial_period_days: 7,
      },
    ],
  }
  return {
    token: 'token',
    async fetch({ url }) {
      const path = new URL(url).pathname
      const bytes = images[path]
      return bytes ? new Response(new Uint8Array(bytes)) : Response.json({ code: 200, message: '', data: lists[path] })
    },
  }
}

test.each([
  ...RELEASES.flatMap((version) => [
    { version, files: ['yaml/catalogue.yaml'], unchanged: 3 },
    { version, files: ['csv/categories.csv', 'csv/positions.csv', 'csv/products.csv'], unchanged: 3 },
  ]),
  { version: '0.1.0', files: ['yaml/authored.yaml'], unchanged: 2 },
])('finds no change in a catalogue of $version with its images.lock: $files', async ({ version, files, unchanged }) => {
  const paths = files.map((file) => join(fixture(version), file))
  const { code, stdout } = await runAs(serverOfFixture(), ['diff', '-f', ...paths, '--detailed-exitcode', '--json'])
  expect({ code, summary: JSON.parse(stdout).summary }).toEqual({
    code: 0,
    summary: { total: unchanged, create: 0, update: 0, delete: 0, unchanged },
  })
})

test.each(RELEASES)('updates an export of %s without asking', async (version) => {
  const dir = temporaryFolder()
  cpSync(join(fixture(version), 'yaml'), dir, { recursive: true })
  const changed = serverOfFixture({ price: 12, picture: 'positions/trust/nod.png' })
  const { code, stdout } = await runAs(changed, ['export', '--dir', dir, '--json'])
  expect(code).toBe(0)
  const written = JSON.parse(stdout).filter(({ status }: { status: string }) => status === 'written')
  expect(written.map(({ file }: { file: string }) => file)).toEqual([
    join(dir, 'catalogue.yaml'),
    // 0.2.0 had the schema, which is unchanged.
    ...(version === '0.1.0' ? [join(dir, 'rapport.schema.json')] : []),
    join(dir, 'images/categories/trust.png'),
  ])
  expect(readFileSync(join(dir, 'catalogue.yaml'), 'utf8')).toContain('price: 12\n')
  // images.lock now also records what export wrote (0.1.0 had export.lock for that).
  expect(readFileSync(join(dir, 'images.lock'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}catalogue\.yaml$/m)
})
