import { readFileSync } from 'node:fs'
import { freshServer } from '@rapport/server/fresh-server'
import { describe, expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from './support/images.ts'
import { productsCsv, listProducts } from './support/products.ts'
import { runAs } from './support/run-as.ts'
import type { RunOptions } from './support/run-cli.ts'
import { watched } from './support/servers.ts'
import { fileWith } from './support/temporary-folder.ts'

const CATALOGUE = `
categories:
  - category_name: Trust
positions:
  - category: Trust
    subcategory_name: Nod
    tips: Mine
products:
  - product_id: app_1m
    price: 12
  - product_id: app_1y
    price: 80
`

describe.each([
  { kind: 'with versions', options: {} },
  { kind: 'without versions', options: { extensions: [] } },
] as const)('on a server $kind', ({ options }) => {
  const server = freshServer(options)
  const run = (argv: readonly string[], runOptions?: RunOptions) => runAs(server, argv, runOptions)

  /** Wraps the server so that someone else runs these commands after a list of the path was read. */
  function racing(path: string, ...commands: string[][]) {
    return watched(server, async ({ method, url }, respond) => {
      const response = await respond()
      if (method === 'GET' && url.endsWith(path)) for (const argv of commands.splice(0)) await run(argv)
      return response
    })
  }

  async function catalogue() {
    const image = fileWith('red.png', RED_PNG)
    await run(['categories', 'create', '--name', 'Trust', '--image', image])
    await run(['positions', 'create', '--category', 'Trust', '--name', 'Nod', '--image', image])
    await run(['products', 'create', '--product-id', 'app_1m', '--name', 'Monthly', '--price', '9.99'])
    await run(['products', 'create', '--product-id', 'app_1y', '--name', 'Yearly', '--price', '70'])
  }
  const position = async () => JSON.parse((await run(['positions', 'get', 'Nod', '--json'])).stdout)

  test('update keeps what others changed in other fields', async () => {
    await catalogue()
    const others = racing('/subcategories', ['positions', 'update', 'Nod', '--benefits', 'Theirs'])
    const { code, stderr } = await runAs(others, ['positions', 'update', 'Nod', '--tips', 'Mine'])
    expect(code).toBe(0)
    expect(stderr).toContain('Kept changes by someone else: benefits.')
    expect(await position()).toMatchObject({ tips: 'Mine', benefits: 'Theirs' })
  })

  test('update refuses a field that someone else changed, with all three values', async () => {
    await catalogue()
    const others = racing('/subscription-products', [
      'products',
      'update',
      'app_1m',
      '--price',
      '8',
      '--name',
      'Theirs',
    ])
    const { code, stderr } = await runAs(others, ['products', 'update', 'app_1m', '--price', '11', '--json'])
    expect(code).toBe(5)
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'changed_meanwhile',
      message:
        'Changed by someone else: price. Nothing was saved. price: was 9.99, is now 8.00 on the server, and you set 11.00.',
    })
    expect(await listProducts(server)).toContainEqual(expect.objectContaining({ price: 8, name: 'Theirs' }))
  })

  test('update refuses an image where another one was saved, and repeats its own after a lost response', async () => {
    await catalogue()
    const [red, blue] = [fileWith('red.png', RED_PNG), fileWith('blue.png', BLUE_PNG)]
    const others = racing('/categories', ['categories', 'update', 'Trust', '--image', blue])
    const refused = await runAs(others, ['categories', 'update', 'Trust', '--image', red])
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('category_image: another image was saved.'),
    })
    let isLost = false
    const losingServer = watched(server, async ({ method }, respond) => {
      const response = await respond()
      if (method !== 'POST' || isLost) return response
      isLost = true
      throw new TypeError('gone')
    })
    expect(await runAs(losingServer, ['categories', 'update', 'Trust', '--image', red])).toMatchObject({ code: 0 })
  })

  test('edit keeps the edited file when someone else changed the same field', async () => {
    await catalogue()
    const env = { PATH: process.env['PATH'], EDITOR: 'sed -i s/9.99/11/' }
    const others = racing('/subscription-products', ['products', 'update', 'app_1m', '--price', '8'])
    const { code, stderr } = await runAs(others, ['edit', 'products', 'app_1m', '--yes', '--json'], { env })
    expect(code).toBe(5)
    const { hint } = JSON.parse(stderr).error
    expect(readFileSync(/kept in (\S+)\./.exec(hint)?.[1] ?? '', 'utf8')).toContain('price: 11')
  })

  test('apply merges other changes, and fails only rows with a conflict', async () => {
    await catalogue()
    const file = fileWith('catalogue.yaml', CATALOGUE)
    const others = racing(
      '/subscription-products',
      ['positions', 'update', 'Nod', '--benefits', 'Theirs'],
      ['products', 'update', 'app_1m', '--price', '8'],
      ['products', 'update', 'app_1y', '--name', 'Theirs'],
    )
    const { code, stdout } = await runAs(others, ['apply', '-f', file, '--json'])
    expect(code).toBe(6)
    expect(JSON.parse(stdout).results).toMatchObject([
      { key: 'positions/Trust/Nod', status: 'done' },
      { key: 'products/app_1m', status: 'failed', error: { code: 'changed_meanwhile' } },
      { key: 'products/app_1y', status: 'done' },
    ])
    expect(await position()).toMatchObject({ tips: 'Mine', benefits: 'Theirs' })
    expect(await listProducts(server)).toMatchObject([{ price: 80, name: 'Theirs' }, { price: 8 }])
  })

  test('apply exits with 5 if all rows conflict, even with a plan', async () => {
    await catalogue()
    const file = fileWith('catalogue.yaml', 'products: [{ product_id: app_1m, price: 12 }]')
    const plan = fileWith('plan.json', '')
    await run(['diff', '-f', file, '--out', plan, '--yes'])
    const otherUpdate = ['products', 'update', 'app_1m', '--price', '8']
    expect(await runAs(racing('/subscription-products', otherUpdate), ['apply', plan])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('price: was 9.99, is now 8.00 on the server, and you set 12.00.'),
    })
  })

  test('--prune leaves what others changed, and one command restores what it deleted', async () => {
    await catalogue()
    const file = fileWith('catalogue.yaml', 'products: []\ncategories: []\npositions: []')
    const others = racing('/subscription-products', ['products', 'update', 'app_1m', '--price', '8'])
    const { code, stderr, stdout } = await runAs(others, ['apply', '-f', file, '--prune', '--yes', '--json'])
    expect(code).toBe(6)
    expect(JSON.parse(stdout).results).toContainEqual(
      expect.objectContaining({
        key: 'products/app_1m',
        error: expect.objectContaining({ code: 'changed_meanwhile' }),
      }),
    )
    const restore = /rapport (trash restore --batch \S+)/.exec(stderr)?.[1]?.split(' ')
    const isRestored = restore !== undefined && (await run(restore)).stderr === '3 restored\n'
    expect({ isRestored, products: (await listProducts(server)).length }).toEqual(
      'extensions' in options ? { isRestored: false, products: 1 } : { isRestored: true, products: 2 },
    )
  })

  test('apply fetches a list once for many rows', async () => {
    await run(['apply', '-f', fileWith('products.csv', productsCsv(150, 5))])
    const watchedServer = watched(server)
    expect(await runAs(watchedServer, ['apply', '-f', fileWith('products.csv', productsCsv(150, 6))])).toMatchObject({
      code: 0,
    })
    const lists = watchedServer.calls.filter((call) => call === 'GET /api/admin/subscription-products')
    expect(lists).toHaveLength('extensions' in options ? 3 : 1)
  })
})
