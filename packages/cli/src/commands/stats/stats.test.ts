import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../../test/support/run-cli.ts'

const users = [
  { role: 'user' },
  { role: 'user', status: 'inactive' },
  { role: 'guest', status: null },
  ...Array.from({ length: 3 }, () => ({ role: 'admin' })),
]

test.each([
  ['paging', undefined],
  ['the plain contract', [] as const],
])('prints the numbers of the dashboard, with %s', async (_name, extensions) => {
  await using server = await startTestServer({ users, ...(extensions && { extensions }) })
  const requests: string[] = []
  const fetch = (request: Request) => {
    requests.push(new URL(request.url).search)
    return server.fetch(request)
  }
  const options = { server: { fetch }, env: { RAPPORT_TOKEN: await server.signIn() } }
  const { code, stdout } = await runCli(['stats', '--json'], options)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    total: 7,
    active: 5,
    pro: 4,
    basic: 2,
    none: 1,
    pro_percent: 57,
    basic_percent: 29,
  })
  expect(requests.at(-1)).toBe(extensions ? '' : '?page=1&page_size=1')
  expect((await runCli(['stats'], options)).stdout).toBe(
    'Total Users   7\nActive Users  5\nPro Users     4 (57%)\nBasic Users   2 (29%)\nNo Plan       1\n',
  )
  expect((await runCli(['stats', '--output', 'csv', '--fields', 'total,active'], options)).stdout).toBe(
    'total,active\r\n7,5\r\n',
  )
})

test('counts users itself if the server sends no summary', async () => {
  await using server = await startTestServer({ users })
  const fetch = async (request: Request) => {
    const response = await server.fetch(request)
    return new Response((await response.text()).replace(/"summary":\{[^}]*\}/, '"other":null'), response)
  }
  const options = { server: { fetch }, env: { RAPPORT_TOKEN: await server.signIn() } }
  expect(JSON.parse((await runCli(['stats', '--json'], options)).stdout)).toMatchObject({ total: 7, pro: 4 })
})

test('suggests signing in without a token', async () => {
  const { code, stdout, stderr } = await runCli(['stats'])
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
  expect(stderr).toContain('Run rapport login')
})
