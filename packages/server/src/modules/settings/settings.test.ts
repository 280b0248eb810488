import { CONTRACT_VERSION, EXTENSIONS } from '@rapport/core/api/operations.ts'
import { expect } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'

onEachEngine(({ it, start }) => {
  it('getSettings returns the profile and the extensions', async ({ server }) => {
    const response = await (await asAdmin(server))('GET', '/api/admin/get-settings')
    expect(response.body.data).toEqual({
      email: 'admin@example.com',
      first_name: 'Ada',
      last_name: 'Admin',
      extensions: [...EXTENSIONS],
      stores: ['app-store'],
      server_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      contract_version: CONTRACT_VERSION,
    })
  })

  it('getSettings names the stores that the products are sold in', async () => {
    await using server = await start({ stores: ['google-play'] })
    expect((await (await asAdmin(server))('GET', '/api/admin/get-settings')).body.data).toMatchObject({
      stores: ['google-play'],
    })
  })

  it('getSettings lists no extensions if there are none', async () => {
    await using server = await start({ extensions: [] })
    const { body } = await (await asAdmin(server))('GET', '/api/admin/get-settings')
    for (const property of ['extensions', 'stores', 'server_version', 'contract_version'])
      expect(body.data).not.toHaveProperty(property)
  })
})
