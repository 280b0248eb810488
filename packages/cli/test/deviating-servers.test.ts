import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from './support/run-cli.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type FakeResponse = Response | object | ((body: string) => Response | object)

const monthly = {
  id: 1,
  product_id: 'app_1m',
  name: 'Monthly',
  price: 9.99,
  currency: 'EUR',
  billing_cycle: 'monthly',
  trial_period_days: 2,
}
const eva = {
  id: 1,
  first_name: 'Eva',
  last_name: 'Berg',
  email: 'eva@example.org',
  joined_date: '2026-11-02T08:00:00Z',
}
const bo = { ...eva, id: 2, first_name: 'Bo', email: 'bo@example.org' }
const ok = (data: unknown) => ({ code: 200, message: 'ok', data })
const withoutBody = (status: number) => new Response(null, { status })

const PRODUCTS = 'GET /subscription-products'
const USERS = 'GET /users'

/** Creates a server of the plain contract with these responses replaced. It records the bodies of writes. */
function serverWith(responses: Record<string, FakeResponse>) {
  const sentBodies: unknown[] = []
  const allResponses: Record<string, FakeResponse> = {
    'GET /get-settings': ok({ email: 'admin@example.org' }),
    [USERS]: ok({ users: [eva, bo] }),
    'GET /categories': ok([{ id: 1, category_name: 'Trust', slug: 'trust', category_image: null }]),
    'GET /subcategories': ok([]),
    [PRODUCTS]: ok([monthly]),
    ...responses,
  }
  return {
    sentBodies,
    async fetch(request: Request) {
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api/admin', '')}`
      if (request.headers.get('Authorization') !== 'Bearer tok')
        return Response.json({ code: 401, message: 'Sign in.' }, { status: 401 })
      const body = await request.text()
      if (request.method !== 'GET') sentBodies.push(body.startsWith('{') ? JSON.parse(body) : body)
      const response = allResponses[call] ?? Response.json({ code: 404, message: 'Not there.' }, { status: 404 })
      const fakeResponse = typeof response === 'function' ? response(body) : response
      return fakeResponse instanceof Response ? fakeResponse.clone() : Response.json(fakeResponse)
    },
  }
}

const run = (words: string, responses: Record<string, FakeResponse>) =>
  runCli(words.split(' '), { server: serverWith(responses), env: { RAPPORT_TOKEN: 'tok' } })

interface Case {
  title: string
  words: string
  responses: Record<string, FakeResponse>
  code?: number
  stdout?: RegExp
  stderr?: RegExp
}

const refused = Response.json({ code: 404, message: 'Not there.' }, { status: 404 })
const oddUser = { ...eva, age: '', profile_completed: 1, status: 1, joined_date: 1_795_000_000 }

const CASES: Case[] = [
  {
    title: 'a user with odd values is shown among the others',
    words: 'users list',
    responses: { [USERS]: ok({ users: [oddUser, { ...bo, joined_date: '03-04-2026' }] }) },
    stdout: /^1 +Eva Berg +2026-11-18 +eva@example\.org +Not Set +Not Set +1 +Not Set\n2 +Bo Berg +03-04-2026/m,
  },
  {
    title: 'JSON has the records as the server sent them',
    words: 'users list --json',
    responses: { [USERS]: ok({ users: [oddUser] }) },
    stdout: new RegExp(`^\\[${JSON.stringify(oddUser)}\\]\n$`),
  },
  {
    title: 'a date that could be two is left out of a range of dates with a note',
    words: 'users list --from 2026-01-01',
    responses: { [USERS]: ok({ users: [{ ...eva, joined_date: '03-04-2026' }, bo] }) },
    stdout: /^2 +Bo/m,
    stderr: /^1 user\nOne user is left out: the joined date, such as "03-04-2026", cannot be read\.\n$/,
  },
  {
    title: 'a record without an id is counted on stderr',
    words: 'users list',
    responses: { [USERS]: ok({ users: [null, bo] }) },
    stderr: /^note: listUsers left out a record without an id\.\n1 user\n$/,
  },
  {
    title: 'a total that is a minimum is never told as exact',
    words: 'users list --search e --limit 1',
    responses: {
      'GET /get-settings': ok({ email: 'admin@example.org', extensions: ['paging'] }),
      [USERS]: ok({ users: [eva], total: 10_000, total_is_minimum: true }),
    },
    stderr: /^1 of 10,000\+ users\n$/,
  },
  {
    title: 'an unreadable value is not saved as blank',
    words: 'products update 1 --name Pro',
    responses: { [PRODUCTS]: ok([{ ...monthly, price: 'cheap' }]) },
    code: 1,
    stderr: /^error: --price of product 1 is "cheap" on the server, which cannot be read and would be lost\.\n/,
  },
  {
    title: 'a record that is gone is not found',
    words: 'products delete 7 --yes',
    responses: { 'DELETE /subscription-products/7': withoutBody(410) },
    code: 3,
    stderr: /^error: There is no product 7\.\n/,
  },
]

test.each(CASES)('$title: $words', async ({ words, responses, code = 0, stdout = /^/, stderr = /^/ }) => {
  const ended = await run(words, responses)
  expect(ended).toMatchObject({ code })
  expect(ended.stdout).toMatch(stdout)
  expect(ended.stderr).toMatch(stderr)
})

test.each([
  ['null', null],
  ['its id', { id: 1 }],
  ['a list of it', [{ ...monthly, name: 'Pro' }]],
])('reads the record again after a save answered by %s', async (_name, data) => {
  let products = [monthly]
  const server = serverWith({
    [PRODUCTS]: () => ok(products),
    'PUT /subscription-products/1': () => {
      products = [{ ...monthly, name: 'Pro' }]
      return ok(data)
    },
  })
  const words = ['products', 'update', '1', '--name', 'Pro', '--json']
  const ended = await runCli(words, { server, env: { RAPPORT_TOKEN: 'tok' } })
  expect(ended).toMatchObject({ code: 0, stderr: 'Updated product 1.\n' })
  expect(JSON.parse(ended.stdout)).toMatchObject({ id: 1, name: 'Pro', price: 9.99 })
  expect(server.sentBodies).toHaveLength(1)
})

test.each([
  ['an object without a list', ok({})],
  ['no data', ok(undefined)],
  ['not found in an envelope', refused],
])('apply and diff take %s as a wrong address, not as an empty catalogue', async (_name, response) => {
  const file = join(temporaryFolder(), 'products.yaml')
  writeFileSync(file, 'products: []\n')
  for (const verb of ['diff', 'apply']) {
    const ended = await run(`${verb} -f ${file} --prune --yes`, { [PRODUCTS]: response })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('The response is not a list. The address may be wrong.')
  }
})

test('export names values that no file can hold, and diff shows them', async () => {
  const dir = join(temporaryFolder(), 'catalogue')
  mkdirSync(dir)
  const responses = { [PRODUCTS]: ok([{ ...monthly, price: 'cheap' }]) }
  const { stderr } = await run(`export --dir ${dir} --kind products`, responses)
  expect(stderr).toMatch(
    /^products\/app_1m: price is left out: the server has "cheap", which cannot be read\.\n1 record, 2 files/,
  )
  const file = join(dir, 'catalogue.yaml')
  expect(readFileSync(file, 'utf8')).not.toContain('price')
  writeFileSync(file, 'products:\n  - product_id: app_1m\n    price: 5\n')
  expect((await run(`diff -f ${file}`, responses)).stdout).toContain('price: "cheap" → 5.00')
})

test('export leaves out records without a name, says so, and --prune keeps them', async () => {
  const dir = join(temporaryFolder(), 'catalogue')
  const nameless = { id: 1, category_name: '', slug: null, category_image: null }
  const responses = {
    'GET /categories': ok([nameless, { ...nameless, id: 2, category_name: 'Trust' }]),
    'GET /subcategories': ok([{ id: 5, category_id: 1, subcategory_name: 'Nod' }]),
  }
  const { stderr } = await run(`export --dir ${dir}`, responses)
  expect(stderr).toContain('category 1 is left out: it has no category_name, which files identify a record by.\n')
  expect(stderr).toContain('position 5 is left out: it has no category, which files identify a record by.\n')
  const unchanged = await run(`diff -f ${join(dir, 'catalogue.yaml')} --prune`, responses)
  expect(unchanged).toMatchObject({ code: 0, stderr: '0 to create, 0 to update, 0 to delete, 2 unchanged\n' })
})

const cheap = {
  [PRODUCTS]: ok([
    { ...monthly, id: 9 },
    { ...monthly, id: 7, price: 'cheap' },
    { ...monthly, id: 8, price: 'cheap' },
  ]),
}
const sentence = 'listProducts: price is "cheap" in 2 records (first: id 7), expected a decimal number'
const deviation = {
  operation: 'listProducts',
  field: 'price',
  value: 'cheap',
  expected: 'a decimal number',
  records: 2,
  firstId: 7,
}

test('smoke and doctor name a tolerated deviation and pass', async () => {
  const readable = await run('smoke', cheap)
  expect(readable).toMatchObject({ code: 0, stderr: expect.stringContaining(', 1 deviation from the contract\n') })
  expect(readable.stdout).toContain(sentence)
  const { results, summary } = JSON.parse((await run('smoke --json', cheap)).stdout)
  expect(results).toContainEqual(expect.objectContaining({ key: 'the products', deviations: [deviation] }))
  expect(summary).toMatchObject({ failed: 0, deviations: 1 })
  const doctor = await run('doctor --json', cheap)
  expect(doctor.code).toBe(0)
  expect(JSON.parse(doctor.stdout)).toContainEqual(
    expect.objectContaining({ check: 'contract', status: 'warning', detail: sentence }),
  )
})

test('smoke --strict fails on a tolerated deviation', async () => {
  const { code, stdout } = await run('smoke --strict --json', cheap)
  expect(code).toBe(1)
  expect(JSON.parse(stdout).results).toContainEqual(
    expect.objectContaining({
      key: 'the products',
      status: 'failed',
      error: expect.objectContaining({ code: 'contract', message: `${sentence}.` }),
    }),
  )
})

test('smoke names a deviation of the envelope without counting records', async () => {
  const { stdout } = await run('smoke', { [PRODUCTS]: { code: '200', message: 'ok', data: [] } })
  expect(stdout).toContain('listProducts: code is "200", expected a number')
})
