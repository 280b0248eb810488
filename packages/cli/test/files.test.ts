import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { binary, startBinary } from './support/built-binary.ts'
import { RED_PNG } from './support/images.ts'
import { listProducts } from './support/products.ts'
import { runAs } from './support/run-as.ts'
import { configFolder, runCli, type RunOptions } from './support/run-cli.ts'
import { watched } from './support/servers.ts'
import { fileWith, temporaryFolder } from './support/temporary-folder.ts'

const server = freshServer()
const run = (argv: readonly string[], options?: RunOptions) => runAs(server, argv, options)
const addProducts = async (count: number) => {
  for (let index = 1; index <= count; index += 1)
    await run(['products', 'create', '--product-id', `app_${index}`, '--name', `Plan ${index}`, '--price', '9.99'])
}

test.each(['json', 'ndjson', 'yaml', 'csv'])('apply reads what list prints as %s', async (format) => {
  const image = fileWith('red.png', RED_PNG)
  await addProducts(2)
  await run(['categories', 'create', '--name', 'Trust', '--image', image])
  await run(['positions', 'create', '--category', 'trust', '--name', 'Nod', '--image', image])
  for (const noun of ['products', 'categories', 'positions']) {
    const { stdout } = await run([noun, 'list', '-o', format])
    const applied = await run(['apply', '-f', '-', '--kind', noun], { stdin: stdout })
    expect(applied).toMatchObject({
      code: 0,
      stderr: `0 created, 0 updated, 0 deleted, ${noun === 'products' ? 2 : 1} unchanged\n`,
    })
  }
})

test.each(['bash', 'zsh'])('%s passes files to apply, diff and delete', async (shell) => {
  await addProducts(1)
  const url = await server.listen()
  const words = `'${process.execPath}' '${binary}'`
  const script = `set -e
    ${words} diff -f <(echo product_id,price; echo app_1,12.5)
    ${words} apply -f <(printf 'products: [{product_id: app_1, price: 12.5}]')
    ${words} products delete --yes --from-file <(echo app_1)`
  const env = {
    PATH: process.env['PATH'],
    RAPPORT_API_URL: url,
    RAPPORT_TOKEN: server.token,
    RAPPORT_CONFIG_DIR: configFolder(),
  }
  const child = spawn(shell, ['-c', script], { env })
  const [stdout, stderr, [status]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'exit'),
  ])
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(stdout).toContain('price: 9.99 → 12.50')
  expect(await listProducts(server)).toEqual([])
})

test.each([
  ['products.csv', 'product_id,name,price\r\n', /no rows below the header/],
  ['catalogue.yaml', 'products:\n', /products has no value/],
])('%s without records is a note, and never deletes all', async (name, text, reason) => {
  await addProducts(1)
  const file = fileWith(name, text)
  const noted = await run(['apply', '-f', file])
  expect(noted.code).toBe(0)
  expect(noted.stderr).toMatch(/^note: .*:1:1: /)
  expect(noted.stderr).toMatch(reason)
  const pruned = await run(['apply', '-f', file, '--prune', '--yes'])
  expect(pruned.code).toBe(2)
  expect(pruned.stderr).toContain('write “products: []” in a YAML file')
  expect(await listProducts(server)).toHaveLength(1)
})

test('an emptied field clears a text, and is refused where a value is needed', async () => {
  const image = fileWith('red.png', RED_PNG)
  await run(['categories', 'create', '--name', 'Trust', '--image', image])
  await run(['positions', 'create', '--category', 'trust', '--name', 'Nod', '--image', image, '--tips', 'Slowly'])
  const diff = await run([
    'diff',
    '-f',
    fileWith('c.yaml', 'positions: [{category: Trust, subcategory_name: Nod, tips: }]'),
  ])
  expect(diff.stdout).toContain('tips: "Slowly" → ""')
  const edit = (from: string, to: string) =>
    run(['edit', 'positions', 'Nod', '--yes'], {
      env: { PATH: process.env['PATH'], EDITOR: `sed -i 's|${from}.*|${to}|'` },
    })
  for (const [from, to, message] of [
    ['subcategory_name:', 'subcategory_name:', 'subcategory_name: Position name is required.'],
    ['category:', 'category:', 'category: Please select a category.'],
    ['sub_cat_image:', 'sub_cat_image:', 'sub_cat_image: An image cannot be removed.'],
  ] as const) {
    const refused = await edit(from, to)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(message)
  }
  expect(await edit('tips:', 'tips:')).toMatchObject({ code: 0 })
  expect(JSON.parse((await run(['positions', 'get', 'Nod', '--json'])).stdout)).toMatchObject({ tips: '' })
})

test.each([
  [
    'an address',
    'id,email\n{id},other@example.org\n',
    'email is "eva@example.org" on the server, not "other@example.org"',
  ],
  ['a name', '{"id":{id},"first_name":"Adam"}\n', 'first_name is'],
])('deletes nothing if a row has %s of another user', async (_name, text, message) => {
  const { id } = await server.addUser({ email: 'eva@example.org' })
  const { id: other } = await server.addUser({ email: 'adam@example.org' })
  const file = fileWith('users.csv', text.replace('{id}', String(id)))
  const { code, stdout, stderr } = await run(['users', 'delete', String(other), '--from-file', file, '--yes'])
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  expect(stderr).toContain(`${file}:${text.startsWith('id') ? 2 : 1}: user ${id}: ${message}`)
  const { stdout: users } = await run(['users', 'list', '--jq', '.[].email'])
  expect(users).toContain('adam@example.org')
})

test.each(['json', 'ndjson', 'yaml', 'csv'])('deletes the users that list prints as %s', async (format) => {
  const { id } = await server.addUser({ email: 'nameless@example.org' })
  const list = await run(['users', 'list', '--search', 'nameless', '--output', format])
  const remove = ['users', 'delete', '--from-file', '-', '--yes', '--json']
  const { code, stdout } = await run(remove, { stdin: list.stdout })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(String(id)) })
})

test('a mistyped field of a record that list has printed is named', async () => {
  await addProducts(1)
  const stdin = '[{"id":1,"product_id":"app_1","prise":1,"updated_at":"2026-01-01"}]'
  const { code, stderr } = await run(['diff', '-f', '-', '--kind', 'products'], { stdin })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('There is no field "prise"') })
  expect(stderr).not.toContain('updated_at')
})

test('deletes products that a file names by id, product_id or both', async () => {
  await addProducts(6)
  const remove = (text: string) => run(['products', 'delete', '--from-file', '-', '--yes'], { stdin: text })
  const slipped = await remove('id;product_id\n1;app_1\n2;app_3\n')
  expect(slipped.code).toBe(6)
  expect(slipped.stderr).toContain('standard input:3: product 2: product_id is "app_2" on the server, not "app_3".')
  expect(await listProducts(server)).toHaveLength(6)
  expect(await remove('app_1\n2\n')).toMatchObject({ code: 0 })
  expect(await remove('Product ID\tPrice\napp_3\t1\n')).toMatchObject({ code: 0 })
  expect(await remove('[{"product_id":"app_4"}]')).toMatchObject({ code: 0 })
  expect(await remove('app_9\n')).toMatchObject({ code: 3 })
  expect((await listProducts(server)).map(({ product_id }) => product_id).toSorted()).toEqual(['app_5', 'app_6'])
})

test('--dry-run deletes nothing, and needs no consent', async () => {
  await addProducts(2)
  const dry = await run(['products', 'delete', 'app_1', '99', '--dry-run'])
  expect(dry).toMatchObject({ code: 0, stderr: 'Dry run: 1 to delete, 1 not found\n' })
  expect(dry.stdout).toMatch(/^KEY +NAME\n1 +Plan 1, app_1\n99 +not found\n$/)
  const { id } = await server.addUser({ email: 'eva@example.org' })
  const json = await run(['users', 'delete', String(id), '--dry-run', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    results: [{ key: String(id), action: 'delete', name: expect.stringContaining('eva@example.org') }],
    summary: { total: 1, delete: 1, absent: 0 },
  })
  expect(await run(['users', 'delete', '999', '--dry-run'])).toMatchObject({ code: 3 })
  expect(await listProducts(server)).toHaveLength(2)
})

test('apply takes a catalogue with -f only', async () => {
  const file = fileWith('my catalogue.yaml', 'products: []')
  const { code, stderr } = await run(['apply', file])
  expect(code).toBe(2)
  expect(stderr).toContain(`${file} is not a plan saved by rapport diff --out.\n`)
  expect(stderr).toContain(`rapport apply -f '${file}'`)
  expect(await run(['apply', 'no.yaml'])).toMatchObject({ code: 2, stderr: 'error: There is no file no.yaml.\n' })
  const diff = await run(['diff', file])
  expect(diff).toMatchObject({ code: 2, stderr: expect.stringContaining('Specify files with -f. See rapport diff') })
})

test('a product whose stored name has a line break can be applied and changed', async () => {
  await addProducts(1)
  let sent: unknown
  const broken = watched(server, async (request, respond) => {
    if (request.method === 'PUT') {
      sent = await request.json()
      return Response.json({ code: 200, message: 'Saved.' })
    }
    const text = await (await respond()).text()
    return new Response(text.replace('"Plan 1"', String.raw`"Plan\n1"`), {
      headers: { 'Content-Type': 'application/json' },
    })
  })
  const { stdout } = await runAs(broken, ['products', 'list', '-o', 'csv'])
  expect(stdout).toContain('"Plan\n1"')
  expect(await runAs(broken, ['apply', '-f', '-'], { stdin: stdout })).toMatchObject({
    code: 0,
    stderr: '0 created, 0 updated, 0 deleted, 1 unchanged\n',
  })
  expect(await runAs(broken, ['products', 'update', '1', '--price', '12'])).toMatchObject({ code: 0 })
  expect(sent).toMatchObject({ name: 'Plan\n1', price: 12 })
})

test('export gives names that Windows reserves a suffix, and counts images that cannot be fetched', async () => {
  const image = fileWith('red.png', RED_PNG)
  for (const name of ['Con', 'aux', 'COM1', 'Contact', 'con_'])
    await run(['categories', 'create', '--name', name, '--image', image])
  const dir = temporaryFolder()
  let first = ''
  const flaky = watched(server, (request, respond) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/media/')) first ||= pathname
    return pathname === first ? Promise.reject(new TypeError('fetch failed')) : respond()
  })
  // All have the same image, so each fails.
  const failed = await runAs(flaky, ['export', '--dir', dir])
  expect(failed.code).toBe(6)
  expect(failed.stderr).toContain('5 images could not be downloaded.')
  expect(await run(['export', '--dir', dir])).toMatchObject({ code: 0 })
  expect(readdirSync(join(dir, 'images/categories')).toSorted()).toEqual([
    'aux_.png',
    'com1_.png',
    'con_-2.png',
    'con_.png',
    'contact.png',
  ])
})

test('products check reads what a spreadsheet saved', async () => {
  await addProducts(1)
  const file = fileWith('store.csv', 'sep=;\r\nProduct ID;Price;Currency;;\r\napp_1;9,99;eur;;\r\n;;;;\r\n')
  const { stdout } = await run(['products', 'check', '--store', file])
  expect(stdout).toMatch(/price +same/)
  expect(stdout).toMatch(/currency +same/)
})

test('--fields takes headings, and is checked before anything is sent', async () => {
  await addProducts(1)
  const calls = watched(server)
  const listed = await runAs(calls, ['products', 'list', '--fields', 'PRODUCT ID,trial days,Price'])
  expect(listed.stdout).toBe(
    'PRODUCT_ID  TRIAL_DAYS  PRICE\n'.replace('TRIAL_DAYS', 'TRIAL_PERIOD_DAYS') +
      'app_1       0                  9.99\n',
  )
  const names = JSON.parse((await run(['users', 'list', '--fields', 'id,NAME', '--json'])).stdout)
  expect(names[0]).toEqual({ id: 1, first_name: expect.any(String), last_name: expect.any(String) })
  calls.calls.length = 0
  for (const argv of [
    ['products', 'list'],
    ['products', 'delete', 'app_1', '--yes'],
    ['users', 'list'],
    ['apply', '-f', fileWith('p.csv', 'product_id,price\napp_1,10')],
    ['login', '--email', 'a@example.org', '--password-stdin'],
    ['logout'],
    ['two-factor', 'disable', '--yes'],
    ['config', 'set', 'profile', 'none'],
    ['profile', 'remove', 'none', '--yes'],
    ['open'],
    ['edit', 'products', 'app_1', '--yes'],
  ]) {
    const { code, stderr } = await runAs(calls, [...argv, '--fields', 'prize'])
    expect({ code, calls: calls.calls }).toEqual({ code: 2, calls: [] })
    expect(stderr).toContain('There is no field prize.')
  }
})

test('prices are read with their cents everywhere', async () => {
  await addProducts(1)
  await run(['products', 'update', '1', '--price', '10.1'])
  for (const argv of [
    ['list'],
    ['list', '--fields', 'price'],
    ['list', '-o', 'markdown'],
    ['get', '1'],
    ['get', '1', '--fields', 'price'],
  ])
    expect((await run(['products', ...argv])).stdout.replaceAll('\\', '')).toContain('10.10')
})

test('api makes no call without a token, to another host, or to a doubled path', async () => {
  const calls = watched(server)
  const none = await runCli(['api', 'GET', 'users'], { server: calls })
  expect(none).toMatchObject({ code: 4 })
  expect(none.stderr).toContain('error: Authentication token not found. Please log in.')
  const elsewhere = await runAs(calls, ['api', 'GET', 'https://me:secret@example.org/users'])
  expect(elsewhere.code).toBe(2)
  expect(elsewhere.stderr).toContain('https://***@example.org/users is not a path: it names a host.')
  expect(calls.calls).toEqual([])
  await runAs(calls, ['api', 'GET', 'api/admin/users'])
  const { email, password } = server.admin
  await runCli(['api', 'POST', 'login', '-F', `email=${email}`, '-F', `password=${password}`], { server: calls })
  expect(calls.calls).toEqual(['GET /api/admin/users', 'POST /api/admin/login'])
})

test('settings that cannot be read stop only what needs them', async () => {
  const folder = configFolder()
  mkdirSync(folder)
  const file = join(folder, 'config.json')
  writeFileSync(file, '{')
  const env = { RAPPORT_CONFIG_DIR: folder }
  expect(await run(['products', 'list'], { env })).toMatchObject({ code: 0 })
  expect(await run(['products', 'list', '--profile', 'x'], { env })).toMatchObject({ code: 1 })
  expect(await run(['profile', 'set', 'x', '--api-url', 'https://x.test'], { env })).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toBe('{')
  writeFileSync(file, '\uFEFF{"profiles":{"x":{"apiUrl":"https://x.test"}}}')
  expect((await runCli(['profile', 'list', '--json'], { env })).stdout).toContain('https://x.test')
  expect(await runCli(['profile', 'use', 'x'], { env })).toMatchObject({ code: 0 })
  const relative = await runCli(['config', 'path'], {
    env: { RAPPORT_CONFIG_DIR: '', XDG_CONFIG_HOME: 'here', HOME: '/home/me' },
  })
  expect(relative.stdout).toBe('/home/me/.config/rapport/config.json\n')
})

test('a temporary folder that does not work is named', async () => {
  await addProducts(1)
  const env = {
    RAPPORT_API_URL: await server.listen(),
    RAPPORT_TOKEN: server.token,
    EDITOR: 'true',
    TMPDIR: '/proc/none',
  }
  const { code, stderr } = await startBinary(['edit', 'products', '1', '--yes'], env).ended
  expect(code).toBe(1)
  expect(stderr).toContain('error: No file can be created in /proc/none:')
  expect(stderr).toContain('Set TMPDIR')
})

test('a filter of --jq that takes all memory ends in words', async () => {
  await addProducts(1)
  const { code, stderr } = await run(['products', 'list', '--jq', '[range(1e9)] | length'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('The filter of --jq failed: it needs too much memory.'),
  })
}, 120_000)

test('open finds the console of npm start', async () => {
  const { stdout } = await runCli(['open', 'users', '-n'], { env: { RAPPORT_API_URL: '' } })
  expect(stdout).toBe('http://127.0.0.1:4000/User\n')
  expect(await runCli(['open', '-n'], { env: { RAPPORT_API_URL: 'https://api.example.org' } })).toMatchObject({
    code: 2,
  })
  expect(dirname(stdout)).toBe('http://127.0.0.1:4000')
})
