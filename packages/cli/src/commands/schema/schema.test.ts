import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runAs } from '../../../test/support/run-as.ts'
import { runCli } from '../../../test/support/run-cli.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()

async function checker(...argv: string[]) {
  const { stdout } = await runCli(['schema', ...argv])
  const isValid = new Ajv2020({ strictRequired: false, allowUnionTypes: true }).compile(JSON.parse(stdout))
  return (yaml: string) => isValid(parse(yaml))
}

test.each([
  ['products: [{product_id: a, name: A, price: 9.99, currency: GBP, billing_cycle: weekly}]', true],
  ['products: [{product_id: 7, name: A, price: "9.99", trial_period_days: ~}]', true],
  ['products: [{product_id: a, name: A, price: -1}]', false],
  ['products: [{product_id: a, name: A, price: cheap}]', false],
  ['products: [{product_id: a, name: A, price: ~}]', false],
  ['products: [{product_id: a, name: A, price: 1, trial_period_days: two}]', false],
  ['products: [{product_id: a, name: A, price: 1, trial_period_days: "7"}]', true],
  ['products: [{product_id: a, name: A, price: 1, currency: CHF}]', false],
  ['products: [{product_id: a, name: A, price: 1, trial_period_days: 1.5}]', false],
  ['products: [{product_id: a, name: "", price: 1}]', false],
  ['products: [{product_id: a, name: A, price: 1, prize: 1}]', false],
  ['products: [{name: A, price: 1}]', false],
  ['products:', true],
  ['product: []', false],
])('accepts and refuses the same as apply: %s', async (yaml, isAccepted) => {
  expect((await checker())(yaml)).toBe(isAccepted)
  expect((await runAs(server, ['apply', '-f', fileWith('catalogue.yaml', yaml)])).code).toBe(isAccepted ? 0 : 2)
})

test('needs no settings', async () => {
  const broken = dirname(fileWith('config.json', '{'))
  expect(await runCli(['schema'], { env: { RAPPORT_CONFIG_DIR: broken } })).toMatchObject({ code: 0, stderr: '' })
})

test('--kind leaves the other kinds out', async () => {
  const accepts = await checker('--kind', 'categories', 'positions')
  expect(accepts('categories: [{slug: trust}]\npositions: [{category: Trust, subcategory_name: Nod}]')).toBe(true)
  expect(accepts('products: []')).toBe(false)
})

test('export writes the schema that the first line of its catalogue names, which also accepts a catalogue of 0.1.0', async () => {
  await runAs(server, ['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'])
  const dir = temporaryFolder()
  await runAs(server, ['export', '--dir', dir])
  const yaml = readFileSync(join(dir, 'catalogue.yaml'), 'utf8')
  expect(yaml.split('\n')[0]).toBe('# yaml-language-server: $schema=rapport.schema.json')
  const schema = readFileSync(join(dir, 'rapport.schema.json'), 'utf8')
  expect(schema).toBe((await runCli(['schema'])).stdout)
  const accepts = await checker()
  expect(accepts(yaml)).toBe(true)
  expect(
    accepts(readFileSync(join(import.meta.dirname, '../../../test/catalogue-0.1.0/yaml/catalogue.yaml'), 'utf8')),
  ).toBe(true)
})
