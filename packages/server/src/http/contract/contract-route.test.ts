import { describe, expect, it } from 'vitest'
import { createServer } from '../server.ts'
import { createContractRoute } from './contract-route.ts'

const refuse = () => Promise.reject(new Error('no guard here'))
const NO_GUARDS = { session: refuse, apiToken: refuse, reset: refuse, checkRequestRate: refuse }

describe('contractRoutes', () => {
  it('refuses a route under /api that is not in the contract', () => {
    const app = createServer({ level: 'silent' })
    createContractRoute(app, { extensions: [], guards: NO_GUARDS })
    expect(() => app.get('/api/admin/backdoor', () => 'open')).toThrow('not an operation of the contract')
  })

  it('does not compile with an unknown operation or a response that the contract does not have', () => {
    const route = createContractRoute(createServer({ level: 'silent' }), {
      extensions: [],
      guards: NO_GUARDS,
    })
    // @ts-expect-error -- no such operation
    expect(() => route('renameUser', async () => ({ message: '' }))).toThrow(TypeError)
    // @ts-expect-error -- the token is missing
    route('login', async () => ({ message: '', data: {} }))
    // @ts-expect-error -- an id is not a date
    route('listUsers', async () => ({ message: '', data: { users: [{ id: new Date() }] } }))
  })
})
