import { expect, it } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { startTestServer } from '#server/testing/start.ts'

it('refuses thousands of scopes as fast as a few', async () => {
  await using server = await startTestServer()
  const call = await asAdmin(server)
  const millisecondsWith = async (count: number) => {
    const scopes = Array.from({ length: count }, (_, index) => index.toString(36))
    const began = process.cpuUsage()
    expect((await call('POST', '/api/admin/tokens', { name: 'CI', scopes, expires_in_days: 90 })).status).toBe(400)
    return process.cpuUsage(began).user / 1000
  }
  await millisecondsWith(4)
  expect(await millisecondsWith(10_000)).toBeLessThan(150)
})
