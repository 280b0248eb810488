import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { configFolder, runCli, type RunOptions } from '../../../test/support/run-cli.ts'
import { opaqueImages, watched } from '../../../test/support/servers.ts'
import { fileWith } from '../../../test/support/temporary-folder.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<SignedInServer> {
  const server = await startTestServer({ extensions: [], ...options })
  servers.push(server)
  return { fetch: server.fetch, token: await server.signIn() }
}

/** A plain server with sample data. Tests that only read it share it, since drawing its images takes longer than a test. */
let samples: TestServer & { token: string }
beforeAll(async () => {
  const server = await startTestServer({ extensions: [], demo: 1 })
  samples = { ...server, token: await server.signIn() }
})
afterAll(() => samples.close())

/** Creates two plain servers and a machine that is signed in to both. */
async function environments(options: { staging?: SignedInServer; production?: SignedInServer } = {}) {
  const staging = watched(options.staging ?? samples)
  const production = watched(options.production ?? (await start()))
  const folder = configFolder()
  mkdirSync(folder, { recursive: true })
  const profile = (name: string, { token }: SignedInServer) => ({ apiUrl: `https://${name}.test`, token })
  const profiles = { staging: profile('staging', staging), production: profile('production', production) }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles, current: null }))
  const fetch = (request: Request) =>
    (new URL(request.url).hostname === 'staging.test' ? staging : production).fetch(request)
  const run = (argv: readonly string[], runOptions: RunOptions = {}) =>
    runCli(argv, { server: { fetch }, ...runOptions, env: { RAPPORT_CONFIG_DIR: folder, ...runOptions.env } })
  const between = ['--from', 'staging', '--to', 'production']
  return {
    staging,
    production,
    folder,
    run,
    promote: (argv: readonly string[] = [], runOptions?: RunOptions) =>
      run(['promote', ...between, ...argv], runOptions),
    diff: (argv: readonly string[] = []) => run(['diff', ...between, '--detailed-exitcode', ...argv]),
  }
}

const summaryOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).summary
const writesTo = ({ calls }: { calls: string[] }) => calls.filter((call) => !call.startsWith('GET'))

test('copies a catalogue to a plain server, after which diff and a second run find no change', async () => {
  const { promote, diff, staging, production } = await environments()
  expect(summaryOf(await diff(['--json']))).toMatchObject({ total: 54, create: 54 })
  const promoted = await promote(['--yes', '--json'])
  expect(promoted).toMatchObject({ code: 0 })
  expect(summaryOf(promoted)).toMatchObject({ total: 54, done: 54 })
  expect(await diff(['--prune'])).toMatchObject({ code: 0, stdout: '' })
  const written = writesTo(production).length
  expect(summaryOf(await promote(['--yes', '--prune', '--json']))).toMatchObject({ done: 0, unchanged: 54 })
  expect(writesTo(production)).toHaveLength(written)
  expect(writesTo(staging)).toEqual([])
})

test('compares images by content when URLs have no digest and the server re-encodes images', async () => {
  const staging = opaqueImages(samples, { bytes: RED_PNG })
  const production = opaqueImages(await start())
  const { promote, diff, folder } = await environments({ staging, production })
  const kinds = ['--kind', 'categories']
  expect(summaryOf(await promote([...kinds, '--yes', '--json']))).toMatchObject({ done: 8 })
  expect(await diff(kinds)).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(join(folder, 'images.lock'), 'utf8')).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}\n$/)
})

test('finds records by product_id and name, copies empty texts, and keeps other records', async () => {
  const staging = await start()
  const production = await start()
  const position = (tips: string) =>
    fileWith(
      'catalogue.yaml',
      `categories: [{category_name: Calm, category_image: red.png}]
positions: [{category: Calm, subcategory_name: Nod, tips: "${tips}", sub_cat_image: red.png}]`,
    )
  for (const [server, tips] of [
    [staging, ''],
    [production, 'Smile'],
  ] as const) {
    const file = position(tips)
    writeFileSync(join(file, '../red.png'), RED_PNG)
    expect(await runAs(server, ['apply', '-f', file])).toMatchObject({ code: 0 })
  }
  const csv = (rows: string) => fileWith('products.csv', `product_id,name,price\n${rows}`)
  await runAs(production, ['apply', '-f', csv('other,Other,1\nshared,Old,2\n')])
  await runAs(staging, ['apply', '-f', csv('shared,New,3\n')])
  const { promote } = await environments({ staging, production })
  const { stdout } = await promote(['--yes', '--json'])
  const actions = JSON.parse(stdout).results.map(({ key, action }: Record<string, string>) => `${action} ${key}`)
  expect(actions).toEqual(['update positions/Calm/Nod', 'update products/shared'])
  const names = (await listProducts(production)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['New', 'Other'])
})

test('a plan from another profile is applied with the images of that server', async () => {
  const { diff, run, folder } = await environments()
  const plan = join(folder, 'plan.json')
  const planned = await diff(['--out', plan, '--annotations', 'github', '--output', 'markdown'])
  expect(planned).toMatchObject({ code: 8, stdout: expect.stringContaining('```diff') })
  expect(planned.stderr).toContain('::notice::create categories/')
  expect(planned.stderr).toContain(`Apply it with rapport apply ${plan} --profile production`)
  expect(await run(['apply', plan, '--profile', 'production'])).toMatchObject({ code: 0 })
  expect(await diff()).toMatchObject({ code: 0 })
})

test('--prune deletes only after its number is typed, or with --yes', async () => {
  const staging = await start()
  const production = await start({ demo: 1 })
  const { promote, diff } = await environments({ staging, production })
  const kind = ['--kind', 'products', '--prune']
  const count = (await listProducts(production)).length
  const declined = await promote(kind, { tty: true, answers: [[/to delete and apply the rest/, 'y\r']] })
  expect(declined).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed.') })
  expect(await listProducts(production)).toHaveLength(count)
  expect(await promote([...kind, '--yes'])).toMatchObject({ code: 0 })
  expect(await diff(kind)).toMatchObject({ code: 0 })
})

test('asks on a terminal, and needs --yes without one before any call', async () => {
  const { promote, production, staging } = await environments()
  const refused = await promote()
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('requires confirmation') })
  expect([...staging.calls, ...production.calls]).toEqual([])
  const declined = await promote(['--kind', 'products'], { tty: true, answers: [[/Change \d+ records on/, 'n\r']] })
  expect(declined).toMatchObject({ code: 1 })
  expect(writesTo(production)).toEqual([])
})

test('names the profile in errors of the source, and refuses a wrong address', async () => {
  const down = {
    token: 'x',
    fetch: () => Promise.resolve(Response.json({ code: 401, message: 'Ended.' }, { status: 401 })),
  }
  const { promote, production } = await environments({ staging: down })
  const { code, stderr } = await promote(['--yes', '--prune'])
  expect(code).toBe(4)
  expect(stderr).toContain('error: staging: Ended.')
  expect(stderr).toContain('rapport login --profile staging')
  expect(writesTo(production)).toEqual([])
  const page = { token: 'x', fetch: () => Promise.resolve(new Response('<html>', { status: 404 })) }
  const withWebPage = await environments({ staging: page })
  expect(await withWebPage.promote(['--yes', '--prune'])).toMatchObject({ code: expect.toBeOneOf([1, 3]) })
  expect(writesTo(withWebPage.production)).toEqual([])
})

test('names the record that the target would refuse, and writes nothing', async () => {
  const staging = watched(samples, async (_request, respond) => {
    const text = await (await respond()).text()
    return new Response(text.replaceAll('"EUR"', '"CHF"'), { headers: { 'Content-Type': 'application/json' } })
  })
  const { promote, production } = await environments({ staging })
  const { code, stderr } = await promote(['--yes'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^staging: products\/\S+: currency: "CHF" is not one of EUR, USD, GBP\.$/m)
  expect(writesTo(production)).toEqual([])
})

test('sends RAPPORT_TOKEN to neither server', async () => {
  const { promote, production, staging } = await environments()
  const env = { RAPPORT_TOKEN: 'of-another', RAPPORT_API_URL: 'https://another.test' }
  expect(await promote(['--yes', '--kind', 'products'], { env })).toMatchObject({ code: 0 })
  expect([...new Set([...staging.calls, ...production.calls])].toSorted()).toEqual([
    'GET /api/admin/subscription-products',
    'POST /api/admin/subscription-products',
  ])
})

test.each([
  [['promote', '--from', 'staging', '--to', 'staging'], 'are the same API'],
  [['promote', '--from', 'nowhere', '--to', 'production', '--yes'], 'There is no profile nowhere.'],
  [['promote', '--from', 'staging', '--to', 'production', '--profile', 'x'], '--profile and --api-url cannot be used'],
  [['promote', '--from', 'here', '--to', 'there'], 'There is no profile here and no profile there. Known: staging'],
  [['promote'], 'Both --from and --to are required.'],
  [['diff', '--from', 'staging'], 'Both --from and --to are required.'],
  [['diff', '--from', 'staging', '--to', 'production', '-f', 'x.yaml'], "cannot be used with option '-f"],
  [['diff'], 'No files and no profiles were given.'],
])('%j is a usage error', async (argv, message) => {
  const { run } = await environments()
  const { code, stderr } = await run(argv)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})
