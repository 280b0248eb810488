import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/run-cli.ts'

const deviation = {
  operation: 'listProducts',
  field: 'price',
  value: 'cheap',
  expected: 'a decimal number',
  records: 2,
  firstId: 7,
}

/** The reference server, whose products have a price that is no number. */
const deviating = () => ({
  baseUrl: server.baseUrl,
  async fetch(request: Request) {
    const response = await server.fetch(request)
    if (!request.url.endsWith('/subscription-products') || !response.ok) return response
    const products = [9, 7, 8].map((id) => ({ id, product_id: `p${id}`, name: 'P', price: id === 9 ? 9.99 : 'cheap' }))
    return Response.json({ code: 200, message: 'ok', data: products })
  },
})

const sentence = 'listProducts: price is "cheap" in 2 records (first: id 7), expected a decimal number'
let server: TestServer
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  server = await startTestServer()
  env = { RAPPORT_TOKEN: await server.signIn() }
})
afterAll(() => server.close())

test('smoke names a tolerated deviation and passes', async () => {
  const people = await runCli(['smoke'], { server: deviating(), env })
  expect(people).toMatchObject({ code: 0, stderr: expect.stringContaining(', 1 deviation from the contract\n') })
  expect(people.stdout).toMatch(
    new RegExp(`^the products +passed +[\\d.]+ +${sentence.replaceAll(/[()]/g, '\\$&')}$`, 'm'),
  )
  const { results, summary } = JSON.parse((await runCli(['smoke', '--json'], { server: deviating(), env })).stdout)
  expect(results).toContainEqual(expect.objectContaining({ key: 'the products', deviations: [deviation] }))
  expect(summary).toMatchObject({ failed: 0, deviations: 1 })
})

test('smoke --strict fails on it', async () => {
  const { code, stdout } = await runCli(['smoke', '--strict', '--json'], { server: deviating(), env })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).results).toContainEqual(
    expect.objectContaining({
      key: 'the products',
      status: 'failed',
      error: expect.objectContaining({ code: 'contract', message: `${sentence}.` }),
    }),
  )
})

test('doctor warns of it', async () => {
  const { code, stdout } = await runCli(['doctor', '--json'], { server: deviating(), env })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ check: 'contract', status: 'warning', detail: sentence }),
  )
})
