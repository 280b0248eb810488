import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { expect } from 'vitest'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'

const detailOf = async (call: Call, event: string) =>
  (await call<Schemas['HistoryPage']>('GET', `/api/admin/history?event=${event}`)).body.data.events[0]?.detail

onEachEngine(({ it, start }) => {
  it('asks why somebody is erased or purged where the operator wants it, and keeps the answer', async () => {
    await using server = await start({ requiresReason: true })
    const call = await asAdmin(server)
    expect((await call('GET', '/api/admin/get-settings')).body.data).toMatchObject({ requires_reason: true })
    const product = { product_id: 'p', name: 'P', price: 1 }
    const { id: productId } = (await call<{ id: number }>('POST', '/api/admin/subscription-products', product)).body
      .data
    await call('DELETE', `/api/admin/subscription-products/${productId}`)
    const [first, second] = [(await server.addUser()).id, (await server.addUser()).id]
    expect((await call('DELETE', `/api/admin/users/${first}`)).status).toBe(200)
    const { items } = (await call<Schemas['TrashPage']>('GET', '/api/admin/trash')).body.data
    const paths = [`/api/admin/users/${second}?erase=true`, `/api/admin/trash/${items[0]?.id}?`, '/api/admin/trash?']
    for (const path of paths) {
      for (const reason of ['', '&reason=', '&reason=%20', `&reason=${'x'.repeat(501)}`])
        expect((await call('DELETE', path + reason)).body).toMatchObject({
          code: 400,
          errors: { reason: expect.any(String) },
        })
      expect((await call('DELETE', `${path}&reason=Asked%20for%20it`)).status).toBe(200)
    }
    for (const event of ['user.erased', 'user.purged']) expect(await detailOf(call, event)).toBe('Asked for it')
    expect(await detailOf(call, 'product.purged')).toBe('Asked for it (P)')
  })

  it('keeps a reason that nobody asked for', async ({ server, call }) => {
    expect((await call('GET', '/api/admin/get-settings')).body.data).not.toHaveProperty('requires_reason')
    const { id } = await server.addUser()
    await call('DELETE', `/api/admin/users/${id}?reason=Twin%20of%207`)
    expect(await detailOf(call, 'user.deleted')).toBe('Twin of 7')
    expect((await call('DELETE', '/api/admin/trash')).status).toBe(200)
    expect(await detailOf(call, 'user.deleted')).toBeNull()
  })
})
