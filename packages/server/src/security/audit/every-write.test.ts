import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { type OperationId, operations } from '@rapport/core/api/operations.ts'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { anonymous, asAdmin, type Call, type CallResponse, login } from '#server/testing/call.ts'
import { responseProblem } from '#server/testing/contract/contract.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { addPasskey, createPasskeyDevice } from '#server/testing/passkey-device.ts'
import {
  forgotPassword,
  obtainCode,
  obtainResetToken,
  resetPassword,
  verifyOtp,
} from '#server/testing/password-reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const NEW_PASSWORD = 'quite a new passphrase'
const PRODUCTS = '/api/admin/subscription-products'
const PRODUCT = { product_id: 'p', name: 'P', price: 1 }
const TOKEN = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
const TWO_FACTOR = '/api/admin/two-factor'
const PASSKEYS = '/api/admin/passkeys'

const addCategory = (call: Call) =>
  call<{ id: number }>('POST', '/api/admin/category', formOf({ category_name: 'C', category_image: samplePng() }))
const addPosition = async (call: Call) => {
  const category_id = (await addCategory(call)).body.data.id
  const form = { category_id, subcategory_name: 'P', sub_cat_image: samplePng() }
  return call<{ id: number }>('POST', '/api/admin/subcategory', formOf(form))
}
const addProduct = (call: Call) => call<{ id: number }>('POST', PRODUCTS, PRODUCT)
const deleteProduct = async (call: Call) => call('DELETE', `${PRODUCTS}/${(await addProduct(call)).body.data.id}`)
const trashed = async (call: Call) => {
  await deleteProduct(call)
  return (await call<Schemas['TrashPage']>('GET', '/api/admin/trash')).body.data.items[0]?.id
}

async function turnOn(call: Call) {
  const { secret } = (await call<Schemas['TwoFactorSecret']>('POST', TWO_FACTOR)).body.data
  const response = await call<Schemas['RecoveryCodes']>('POST', `${TWO_FACTOR}/confirm`, {
    code: new TOTP({ secret }).generate(),
  })
  return { response, recovery: response.body.data.recovery_codes[0] ?? '' }
}

type Write = (call: Call, server: TestServer) => Promise<CallResponse>

/** A request of each writing operation, which first creates what it needs. */
const WRITES: Partial<Record<OperationId, Write>> = {
  login: (_, server) => login(server, server.admin),
  logout: (call) => call('POST', '/api/admin/logout'),
  forgotPassword: (_, server) => forgotPassword(server, server.admin.email),
  verifyOtp: async (_, server) => verifyOtp(server, server.admin.email, await obtainCode(server, server.admin.email)),
  resetPassword: async (_, server) => resetPassword(server, await obtainResetToken(server), NEW_PASSWORD),
  updateSettings: (call, { admin: { email } }) =>
    call('POST', '/api/admin/update-settings', { email, first_name: 'A', last_name: 'B' }),
  confirmIdentity: (call, { admin: { password } }) => call('POST', '/api/admin/confirm-identity', { password }),
  confirmTwoFactor: async (call) => (await turnOn(call)).response,
  renewRecoveryCodes: async (call) => {
    await turnOn(call)
    return call('POST', `${TWO_FACTOR}/recovery-codes`)
  },
  disableTwoFactor: async (call) => {
    await turnOn(call)
    return call('DELETE', TWO_FACTOR)
  },
  verifyTwoFactor: async (call, server) => {
    const { recovery } = await turnOn(call)
    const { challenge } = (await login(server, server.admin)).body.data
    return anonymous(server)('POST', `${TWO_FACTOR}/verify`, { challenge, code: recovery })
  },
  addPasskey: async (call) => {
    const { data } = (await call<Schemas['PasskeyCreation']>('GET', `${PASSKEYS}/options`)).body
    return call('POST', PASSKEYS, createPasskeyDevice().attest(data))
  },
  removePasskey: async (call) => {
    await addPasskey(call)
    const { passkeys } = (await call<Schemas['Passkeys']>('GET', PASSKEYS)).body.data
    return call('DELETE', `${PASSKEYS}/${passkeys[0]?.id}`)
  },
  signInWithPasskey: async (call) => {
    const device = await addPasskey(call)
    const { data } = (await call<Schemas['PasskeyRequest']>('GET', `${PASSKEYS}/sign-in`)).body
    return call('POST', `${PASSKEYS}/sign-in`, device.assert(data))
  },
  disablePassword: async (call) => {
    await turnOn(call)
    await addPasskey(call)
    await addPasskey(call)
    return call('DELETE', '/api/admin/password')
  },
  endSession: async (call, server) => {
    await server.signIn()
    const sessions = (await call<Schemas['Session'][]>('GET', '/api/admin/sessions')).body.data
    return call('DELETE', `/api/admin/sessions/${sessions.find(({ current }) => !current)?.id}`)
  },
  endOtherSessions: async (call, server) => {
    await server.signIn()
    return call('DELETE', '/api/admin/sessions')
  },
  createToken: (call) => call('POST', '/api/admin/tokens', TOKEN),
  revokeToken: async (call) => {
    const { token } = (await call<Schemas['NewToken']>('POST', '/api/admin/tokens', TOKEN)).body.data
    return call('DELETE', `/api/admin/tokens/${token.id}`)
  },
  deleteUser: async (call, server) => call('DELETE', `/api/admin/users/${(await server.addUser()).id}`),
  setUserStatus: async (call, server) =>
    call('POST', '/api/admin/users/status', { action: 'suspend', ids: [(await server.addUser()).id] }),
  saveCategory: addCategory,
  deleteCategory: async (call) => call('DELETE', `/api/admin/category/${(await addCategory(call)).body.data.id}`),
  savePosition: addPosition,
  deletePosition: async (call) => call('DELETE', `/api/admin/subcategory/${(await addPosition(call)).body.data.id}`),
  createProduct: addProduct,
  updateProduct: async (call) => call('PUT', `${PRODUCTS}/${(await addProduct(call)).body.data.id}`, PRODUCT),
  deleteProduct,
  restoreTrash: async (call) => call('POST', '/api/admin/trash/restore', { ids: [await trashed(call)] }),
  purgeTrashItem: async (call) => call('DELETE', `/api/admin/trash/${await trashed(call)}`),
  emptyTrash: async (call) => {
    await trashed(call)
    return call('DELETE', '/api/admin/trash')
  },
}

/** An unconfirmed secret has no effect, so nothing is recorded. */
const WITHOUT_EFFECT = new Set(['startTwoFactor'])

const writing = Object.entries(operations).flatMap(([id, { method }]) =>
  method === 'GET' || WITHOUT_EFFECT.has(id) ? [] : [id as OperationId],
)

it.each(writing)('%s responds as in the contract, and records an event in the audit log', async (id) => {
  await using server = await startTestServer()
  const write = WRITES[id]
  if (write === undefined) throw new Error(`No request of ${id} is known here.`)
  const response = await write(await asAdmin(server), server)
  expect(response.body.code).toBeLessThan(300)
  expect(responseProblem(id, response.status, response.body)).toBeUndefined()
  const requestId = response.headers.get('X-Request-Id')
  const query = server.database.db.selectFrom('audit_events').select('event').where('request_id', '=', requestId)
  expect(await query.execute()).not.toEqual([])
})
