import { expect, it } from 'vitest'
import { startTestServer } from '#server/testing/start.ts'

const HSTS = 'max-age=63072000'
const PATHS = ['/signin', '/health/live', '/api/admin/users', '/api/x', '/media/x', '/%zz', '/nothing.js']

it('sends Strict-Transport-Security with every response behind TLS', async () => {
  await using server = await startTestServer({ isHttps: true })
  for (const path of PATHS) {
    const { headers } = await server.fetch(new Request(server.baseUrl + path))
    expect([path, headers.get('Strict-Transport-Security')]).toEqual([path, HSTS])
  }
  const { headers } = await server.fetch(new Request(`${server.baseUrl}/signin`))
  expect(headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests')
})

it('sends no Strict-Transport-Security over plain HTTP, where it would lock people out', async () => {
  await using server = await startTestServer()
  for (const path of PATHS) {
    const { headers } = await server.fetch(new Request(server.baseUrl + path))
    expect(headers.has('Strict-Transport-Security')).toBe(false)
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
  }
})
