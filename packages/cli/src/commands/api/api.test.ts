import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { runCli, type RunOptions } from '../../../test/support/run-cli.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  const users = Array.from({ length: 1001 }, (_, index) => ({ email: `u${index}@example.org` }))
  server = await startTestServer({ users })
  token = await server.signIn()
})
afterAll(() => server.close())

const api = (argv: readonly string[], options: RunOptions = {}) =>
  runCli(['api', ...argv], { server, env: { RAPPORT_TOKEN: token }, ...options })

test('prints the response of a call, and --jq filters it', async () => {
  const { code, stdout } = await api(['GET', '/api/admin/get-settings'])
  expect({ code, body: JSON.parse(stdout) }).toMatchObject({ code: 0, body: { code: 200, data: {} } })
  const first = await api(['get', 'users', '-F', 'search=u1000@', '--jq', '.data.users[] | .email, .age'])
  expect(first).toMatchObject({ code: 0, stdout: 'u1000@example.org\nnull\n' })
})

test('--paginate reads all pages into one response', async () => {
  const { stdout } = await api(['GET', 'users', '--paginate', '--jq', '.data.users | length'])
  expect(stdout).toBe('1002\n')
})

test('sends fields as JSON, files as a form, and --input as it is', async () => {
  const product = ['product_id=api_1m', 'name=Monthly', 'price=5', 'currency=EUR', 'billing_cycle=monthly']
  const created = await api(['POST', 'subscription-products', ...product.flatMap((field) => ['-F', field])])
  expect(created.code).toBe(0)
  const { id } = JSON.parse(created.stdout).data
  const body = JSON.stringify({ id, product_id: 'api_1m', name: 'M', price: 6.5, billing_cycle: 'monthly' })
  const file = join(temporaryFolder(), 'product.json')
  writeFileSync(file, body)
  for (const input of [file, '-']) {
    const changed = await api(['PUT', `subscription-products/${id}`, '--input', input], { stdin: body })
    expect(JSON.parse(changed.stdout).data).toMatchObject({ name: 'M', price: 6.5 })
  }
  const image = fileWith('trust.png', RED_PNG)
  const saved = await api(['POST', 'category', '-F', 'category_name=Trust', '-F', `category_image=@${image}`])
  expect(saved.code).toBe(0)
  expect(await api(['DELETE', `subscription-products/${id}`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Pass --yes to send it without being asked.'),
  })
  expect((await api(['DELETE', `subscription-products/${id}`, '--yes'])).code).toBe(0)
})

test.each([
  [['GET', 'nothing'], 3, 'not_found'],
  [['DELETE', 'users/1', '--yes'], 5, 'conflict'],
  [['GET', 'users', '--jq', '.['], 2, 'usage'],
  [['GET', 'users', '--jq', '.data.users.x'], 1, 'jq'],
  [['GET', 'users', '--input', '-'], 2, 'usage'],
  [['POST', 'category', '--paginate'], 2, 'usage'],
  [['FETCH', 'users'], 2, 'usage'],
  [['GET', 'users', '-F', 'search'], 2, 'usage'],
])('%j exits with %i', async (argv, code, name) => {
  const result = await api([...argv, '--json'])
  expect({ code: result.code, name: JSON.parse(result.stderr).error.code }).toEqual({ code, name })
})

const responding = (body: object, status = 200) => ({ fetch: async () => Response.json(body, { status }) })

test.each([
  ['a code that is not a number', ['GET', 'users'], { code: 'done', data: {} }, 200, 1],
  ['a code of 202 to a read', ['GET', 'users'], { code: 202, data: {} }, 200, 1],
  ['a code of 401 under another HTTP status', ['GET', 'users'], { code: 401, message: 'Expired.' }, 500, 4],
  ['a code of 202 to a deletion', ['DELETE', 'users/2', '--yes'], { code: 202 }, 200, 0],
  ['a sign-in that asks for a code', ['POST', 'login'], { code: 202, data: { challenge: 'abc' } }, 200, 0],
  ['a body without a code', ['GET', 'users'], { users: [] }, 200, 0],
])('%s means the same as for every other command', async (_, argv, body, status, code) => {
  expect(await api(argv, { server: responding(body, status) })).toMatchObject({ code })
})

test("a failing --jq filter prints the reason without jq's file name", async () => {
  const { stderr } = await api(['GET', 'users', '--jq', '.data.users.x'])
  expect(stderr).toContain('The filter of --jq failed: Cannot index array with')
})

test('a filter that is not valid is refused before anything is deleted', async () => {
  expect((await api(['DELETE', 'users/2', '--jq', '.['])).code).toBe(2)
  expect((await api(['GET', 'users', '-F', 'search=u0@', '--jq', '.data.total'])).stdout).toBe('1\n')
})
