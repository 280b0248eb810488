import { join } from 'node:path'
import { operationIds, operations, type Scope } from '@rapport/core/api/operations.ts'
import { startTestServer } from '@rapport/server/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { runCli } from '../../../test/support/run-cli.ts'
import { watched } from '../../../test/support/servers.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { COMMAND_CALLS } from './command-calls.ts'
import type { CommandItem } from './command-list.ts'

const listed: CommandItem[] = JSON.parse((await runCli(['commands', '--json'])).stdout)
const find = (words: string) => listed.find(({ command }) => command === `rapport ${words}`)

const server = await startTestServer()
afterAll(() => server.close())
const admin = { fetch: server.fetch, token: await server.signIn() }
const image = fileWith('trust.png', RED_PNG)
await runAs(admin, ['categories', 'create', '--name', 'Trust', '--image', image])
await runAs(admin, ['positions', 'create', '--category', 'Trust', '--name', 'Nod', '--image', image])
await runAs(admin, ['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'])
const secrets = new Map<Scope, string>()
for (const scope of ['read', 'catalogue', 'users'] as const)
  secrets.set(
    scope,
    (await runAs(admin, ['token', 'create', scope, '--scope', scope, '--expires', '1d'])).stdout.trim(),
  )

test('describes every command of the help in the schema that rapport schema commands prints', async () => {
  const schema = JSON.parse((await runCli(['schema', 'commands'])).stdout)
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
  expect([validate(listed), validate.errors]).toEqual([true, null])
  expect(validate([{ ...listed[1], exit_codes: [9] }])).toBe(false)
  const { stdout } = await runCli(['--help'])
  const nouns = Array.from(stdout.matchAll(/^ {2}(?!rapport )([a-z][\w-]*) .* {2}/gm), ([, noun]) => noun)
  expect(new Set(listed.slice(1).map(({ command }) => command.split(' ')[1]))).toEqual(new Set(nouns))
  expect(await runCli(['schema', 'commands', '--kind', 'products'])).toMatchObject({ code: 2 })
})

test('takes types, choices, defaults and examples from where the tool has them', () => {
  expect(find('products create')).toMatchObject({
    effect: 'write',
    extension: null,
    scopes: ['catalogue'],
    exit_codes: [0, 1, 2, 3, 4, 5, 7, 130],
    options: expect.arrayContaining([
      expect.objectContaining({ name: '--price', value: 'amount', type: 'number', default: null }),
      expect.objectContaining({ name: '--currency', type: 'text', choices: ['EUR', 'USD', 'GBP'], default: 'EUR' }),
    ]),
    examples: expect.arrayContaining([
      'rapport products create --product-id app_5999_1y_1w0 --name Yearly --price 59.99 --currency USD --billing-cycle yearly --trial-days 7 --json',
    ]),
  })
  expect(find('users delete')).toMatchObject({
    effect: 'delete',
    scopes: ['users'],
    arguments: [{ name: 'ids', required: false, repeatable: true }],
    examples: ['rapport users delete 42', expect.stringMatching(/csv \| rapport users delete --from-file - --yes$/)],
  })
  expect(find('history')).toMatchObject({ effect: 'read', extension: 'history', scopes: ['read'] })
  expect(find('token create')).toMatchObject({
    scopes: [],
    options: expect.arrayContaining([
      expect.objectContaining({ name: '--scope', required: true, repeatable: true }),
      expect.objectContaining({ name: '--expires', type: 'text' }),
    ]),
  })
  expect(find('config set')).toMatchObject({ effect: 'none', scopes: null, exit_codes: [0, 1, 2, 130] })
  expect(listed.filter(({ examples }) => examples.length === 0)).toEqual([])
})

test('prints a table for people', async () => {
  const { stdout } = await runCli(['commands'])
  expect(stdout).toMatch(/^rapport users delete +delete +users +delete users by their ids$/m)
  expect(stdout).toMatch(/^rapport sessions revoke +delete +login +sessions /m)
})

const catalogue = fileWith('catalogue.yaml', 'products: [{product_id: a, name: B, price: 1}]')
const store = fileWith('store.csv', 'product_id,price,currency\na,1,EUR')

test.each<[words: string, ...options: string[]]>([
  ['users list', '--limit', '1'],
  ['users get', '1'],
  ['users delete', '99', '--yes'],
  ['users restore', '99'],
  ['categories list'],
  ['categories get', 'Trust'],
  ['categories create', '--name', 'New', '--image', image],
  ['categories update', 'Trust', '--image', image],
  ['categories delete', 'New', '--yes'],
  ['positions list', '--category', 'Trust'],
  ['positions create', '--category', 'Trust', '--name', 'New', '--image', image],
  ['positions update', 'Nod', '--tips', 'Look.', '--category', 'Trust'],
  ['positions delete', 'New', '--yes'],
  ['products get', 'a'],
  ['products update', 'a', '--price', '1.2'],
  ['products check', '--store', store],
  ['trash list'],
  ['trash restore', '99'],
  ['trash purge', '99', '--yes'],
  ['history'],
  ['stats'],
  ['export', '--dir', join(temporaryFolder(), 'export')],
  ['diff', '-f', catalogue],
  ['apply', '-f', catalogue],
  ['smoke'],
  ['whoami'],
  ['sessions list'],
  ['two-factor status'],
  ['token list'],
  ['doctor'],
])('%s makes only the calls that are declared, with a token of each scope', async (words, ...options) => {
  const { calls = [], also = [] } = COMMAND_CALLS[words] ?? COMMAND_CALLS[words.split(' ')[0] ?? ''] ?? {}
  const { scopes } = find(words) ?? {}
  for (const scope of scopes ?? ['read' as const]) {
    const watching = watched({ fetch: server.fetch, token: secrets.get(scope as Scope) ?? '' })
    const { code, stderr } = await runAs(watching, [...words.split(' '), ...options])
    expect({ code, stderr }).not.toMatchObject({ code: 4 })
    const made = watching.calls.filter((call) => call.includes('/api/')).map(operationOf)
    const declared = new Set<string>(['getSettings', ...calls, ...also])
    expect(made.filter((call) => !declared.has(call))).toEqual([])
  }
})

function operationOf(call: string): string {
  const match = operationIds.find((id) => {
    const { method, path } = operations[id]
    return new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(call)
  })
  return match ?? call
}
