import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { listProducts } from '../../../test/support/products.ts'
import { runAs } from '../../../test/support/run-as.ts'
import type { RunOptions } from '../../../test/support/run-cli.ts'
import { watched } from '../../../test/support/servers.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()
const run = (argv: readonly string[], options?: RunOptions) => runAs(server, argv, options)
const env = (EDITOR: string) => ({ PATH: process.env['PATH'], EDITOR })
const product = async (): Promise<Product | undefined> => (await listProducts(server))[0]

beforeEach(async () => {
  await run(['products', 'create', '--product-id', 'app_1m', '--name', 'Monthly', '--price', '9.99'])
})

test('shows the record as YAML, then the changes, and saves after a question', async () => {
  const copy = join(temporaryFolder(), 'shown.yaml')
  const { code, stderr } = await run(['edit', 'products', 'app_1m'], {
    tty: true,
    env: env(`cp "$1" ${copy}; sed -i s/9.99/12.49/`),
    answers: [[/Save\?/, 'y\r']],
  })
  expect(code).toBe(0)
  expect(readFileSync(copy, 'utf8')).toMatch(
    /^# product \d+: Monthly, app_1m\n# on https:.*\n#.*\n\nproducts:\n  - product_id: app_1m\n/,
  )
  expect(stderr).toContain('price: 9.99 → 12.49')
  expect(await product()).toMatchObject({ price: 12.49, name: 'Monthly' })
})

test('saves nothing without a change, after a no, and outside a terminal without --yes', async () => {
  const argv = ['edit', 'products', 'app_1m']
  expect((await run([...argv, '--yes'], { env: env('true') })).stderr).toBe('Nothing was changed.\n')
  const declined = await run(argv, { tty: true, env: env('sed -i s/Monthly/Other/'), answers: [[/Save\?/, 'n\r']] })
  expect(declined.code).toBe(1)
  const file = /kept in (\S+)\./.exec(declined.stderr)?.[1] ?? ''
  expect(readFileSync(file, 'utf8')).toContain('name: Other')
  rmSync(dirname(file), { recursive: true })
  expect((await run(argv, { env: env('sed -i s/Monthly/Other/') })).code).toBe(2)
  expect((await run([...argv, '--yes'], { env: env('false') })).code).toBe(1)
  expect((await run([...argv, '--yes'], { env: env('rm') })).stderr).toMatch(
    /^error: There is no file \S+product.yaml.\n$/,
  )
  expect(await product()).toMatchObject({ name: 'Monthly' })
})

test('edits positions and categories, with the name of another category and with an image', async () => {
  const image = fileWith('red.png', RED_PNG)
  for (const name of ['Trust', 'Play']) await run(['categories', 'create', '--name', name, '--image', image])
  await run(['positions', 'create', '--category', 'trust', '--name', 'Nod', '--image', image])
  const change = env(
    `sed -i -e 's/category: Trust/category: Play/' -e 's/tips: ""/tips: Slowly/' -e 's|sub_cat_image: .*|sub_cat_image: ${image}|'`,
  )
  expect(await run(['edit', 'positions', 'Nod', '--yes'], { env: change })).toMatchObject({ code: 0 })
  const { stdout } = await run(['positions', 'list', '--category', 'play', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ subcategory_name: 'Nod', tips: 'Slowly' }])
  expect(await run(['edit', 'categories', 'play', '--yes'], { env: env('sed -i s/Play/Joy/') })).toMatchObject({
    code: 0,
  })
})

test('names an issue by its field, and opens the editor again', async () => {
  const invalidEdit = env('sed -i s/9.99/9,99/')
  const { code, stderr } = await run(['edit', 'products', 'app_1m', '--yes'], { env: invalidEdit })
  expect(code).toBe(2)
  expect(stderr).toContain('price: "9,99" is not a number such as 9.99.')
  const secondAttempt = env('sed -i -e s/9,99/8.99/ -e s/9[.]99/9,99/')
  const answers = [
    [/Edit it again\?/, 'y\r'],
    [/Save\?/, 'y\r'],
  ] as const
  expect(await run(['edit', 'products', 'app_1m'], { tty: true, env: secondAttempt, answers })).toMatchObject({
    code: 0,
  })
  expect(await product()).toMatchObject({ price: 8.99 })
})

test('keeps other fields that someone else saved', async () => {
  const update = ['products', 'update', 'app_1m', '--currency', 'USD', '--trial-days', '7']
  let reads = 0
  // The second read comes after the editor was closed.
  const racing = watched(server, async ({ method }, respond) => {
    if (method === 'GET' && (reads += 1) === 2) await run(update)
    return respond()
  })
  const change = { env: env('sed -i s/Monthly/Mine/') }
  const { code, stderr } = await runAs(racing, ['edit', 'products', 'app_1m', '--yes'], change)
  expect(code).toBe(0)
  expect(stderr).toContain('Kept changes by someone else: currency, trial_period_days.')
  expect(await product()).toMatchObject({ name: 'Mine', currency: 'USD', trial_period_days: 7 })
})
