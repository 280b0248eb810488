import { describe, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import type { ApiError } from '../api-error.ts'
import type { Deviation } from './deviation.ts'
import { sentRecord, unreadableFields } from './records.ts'

/** Creates a client whose server responds to every call with this body. */
function clientResponding(body: unknown, status = 200) {
  const deviations: Deviation[] = []
  const text = body === undefined ? null : JSON.stringify(body)
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => 'token',
    fetch: async () => new Response(text, { status, headers: { 'content-type': 'application/json' } }),
    onDeviation: (deviation) => deviations.push(deviation),
  })
  return { client, deviations }
}

const success = (data: unknown) => ({ code: 200, message: 'ok', data })
const readUsers = async (body: unknown, status?: number) =>
  (await clientResponding(body, status).client.call('listUsers')).users
const readUser = async (fields: object) => (await readUsers(success({ users: [{ id: 1, ...fields }] })))[0]
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )

describe('a response', () => {
  it.each([
    ['is the text 200', { code: '200', data: { users: [{ id: 1 }] } }],
    ['is absent', { data: { users: [{ id: 1 }] } }],
    ['is absent around a bare list', [{ id: 1 }]],
    ['is null', { code: null, data: [{ id: 1 }] }],
  ])('is a success if its code %s', async (_, body) => {
    expect(await readUsers(body)).toEqual([{ id: 1 }])
  })

  it.each([[{ code: '401', message: 'Expired.' }], [{ code: 401, message: ['Expired.'] }]])(
    'with the code 401 ends the session, whatever the HTTP status',
    async (body) => {
      for (const status of [200, 403, 500]) {
        const refused: string[] = []
        const client = createClient({
          baseUrl: 'https://api.test',
          getToken: () => 'token',
          fetch: async () => Response.json(body, { status }),
          onUnauthorized: (token) => refused.push(token),
        })
        expect(await failureOf(client.call('listUsers'))).toMatchObject({ status: 401, message: 'Expired.' })
        expect(refused).toEqual(['token'])
      }
    },
  )
})

describe('a record', () => {
  it.each([
    ['a number as text', { age: '41' }, { age: 41 }],
    ['an empty text for a number', { age: '' }, { age: null }],
    ['a text that is not a number, as it was sent', { age: 'old' }, { age: 'old' }],
    ['1 for true', { profile_completed: 1 }, { profile_completed: true }],
    ['the text 0 for false', { profile_completed: '0' }, { profile_completed: false }],
    ['True for true', { profile_completed: 'True' }, { profile_completed: true }],
    ['a status that is a number, as text', { status: 2 }, { status: '2' }],
    ['a date in seconds, as text', { joined_date: 1_767_312_000 }, { joined_date: '1767312000' }],
    ['a list for a text, as JSON', { gender: ['f', 'x'] }, { gender: '["f","x"]' }],
  ])('is read with %s', async (_, fields, read) => {
    expect(await readUser(fields)).toEqual({ id: 1, ...read })
  })

  it('keeps fields outside the contract, and values that conform to it', async () => {
    const user = { id: 'a-uuid', age: null, joined_date: '2026-01-02', nickname: 'Ann', first_name: '' }
    expect(await readUsers(success({ users: [user] }))).toEqual([user])
  })

  it('deviates if its date does not exist in that month', async () => {
    const days = (year: number) =>
      Array.from({ length: 12 * 31 }, (_, index) =>
        [year, String(Math.floor(index / 31) + 1).padStart(2, '0'), String((index % 31) + 1).padStart(2, '0')].join(
          '-',
        ),
      )
    const { client, deviations } = clientResponding(
      success({ users: [...days(2023), ...days(2024)].map((joined_date, id) => ({ id: id + 1, joined_date })) }),
    )
    await client.call('listUsers')
    expect(deviations).toMatchObject([{ field: 'joined_date', value: '2023-02-29', records: 7 + 6 }])
  })

  it('is read beside others that cannot be read at all', async () => {
    const users = [null, 'x', { first_name: 'No id' }, { id: '' }, { id: 7 }]
    expect(await readUsers(success({ users }))).toEqual([{ id: 7 }])
  })

  it('has empty texts where names are missing, so that every screen can show it', async () => {
    const { client } = clientResponding(success([{ id: 3 }, { id: 4, category_name: 5 }]))
    expect(await client.call('listCategories')).toEqual([
      { id: 3, category_name: '' },
      { id: 4, category_name: '5' },
    ])
  })

  it('keeps a price that is not a number as the text that was sent', async () => {
    const sentProducts = [9.99, '9.99', ' 9.99 ', 'cheap', '€9.99', null].map((price, id) => ({
      id: id + 1,
      product_id: 'p',
      name: 'P',
      price,
    }))
    const { client, deviations } = clientResponding(success(sentProducts))
    const products = await client.call('listProducts')
    expect(products.map(({ price }) => price)).toEqual([9.99, '9.99', '9.99', 'cheap', '€9.99', ''])
    expect(deviations).toEqual([
      {
        operation: 'listProducts',
        field: 'price',
        value: ' 9.99 ',
        expected: 'a decimal number',
        records: 4,
        firstId: 3,
      },
    ])
  })

  it('names the fields that could not be understood, so that no save loses them', async () => {
    const sentProduct = { id: 1, product_id: 'p', name: null, price: 'cheap', trial_period_days: '2' }
    const { client } = clientResponding(success([sentProduct]))
    const [product] = await client.call('listProducts')
    expect(unreadableFields(product ?? {})).toEqual({ price: 'cheap' })
  })

  it('is available as the server sent it', async () => {
    const user = await readUser({ age: '41' })
    expect(sentRecord(user ?? {})).toEqual({ id: 1, age: '41' })
    const exact = await readUser({ age: 41 })
    expect(sentRecord(exact ?? {})).toBe(exact)
  })
})

describe('a list', () => {
  it.each([
    ['null', success(null)],
    ['an empty object', success({})],
    ['no data', { code: 200, message: 'ok' }],
    ['a code of 404', { code: 404, message: 'No users.' }],
  ])('is empty where the response has %s', async (_, body) => {
    expect(await readUsers(body)).toEqual([])
  })

  it('is empty on a 404 inside an envelope, but not on one without', async () => {
    expect(await readUsers({ code: 404, message: 'No users.' }, 404)).toEqual([])
    expect(await failureOf(readUsers({ message: 'Not found' }, 404))).toMatchObject({ kind: 'status', status: 404 })
  })

  it('is found beside the code, and empty where it is null', async () => {
    expect(await readUsers({ code: 200, message: 'ok', users: [{ id: 1 }] })).toEqual([{ id: 1 }])
    expect(await readUsers(success({ users: null }))).toEqual([])
  })

  it.each([[[{ id: 1 }]], [{ users: [{ id: 1 }] }], [{ data: [{ id: 1 }] }]])('is found in %j', async (data) => {
    expect(await readUsers(success(data))).toEqual([{ id: 1 }])
  })

  it('is empty with strictList only if it is an empty list or null', async () => {
    const readStrictly = (body: unknown, status?: number) =>
      clientResponding(body, status).client.call('listCategories', {}, { strictList: true })
    expect(await readStrictly(success([]))).toEqual([])
    expect(await readStrictly(success(null))).toEqual([])
    expect(await readStrictly(success([{ id: 1, category_name: 'Trust' }]))).toHaveLength(1)
    for (const body of [success({}), { code: 200, message: 'ok' }, [], {}, null, success([{ category_name: 'X' }])]) {
      expect(await failureOf(readStrictly(body))).toMatchObject({ kind: 'bad_response' })
    }
    for (const status of [404, 200]) {
      const wrongAddress = readStrictly({ code: 404, message: 'None.', data: null }, status)
      expect(await failureOf(wrongAddress)).toMatchObject({ kind: 'bad_response' })
    }
  })
})

describe('a save', () => {
  const save = (body: unknown, status?: number) =>
    clientResponding(body, status).client.call('saveCategory', { body: { category_name: 'Trust' } })

  it('returns the record, also from a list of one', async () => {
    const record = { id: 1, category_name: 'Trust', slug: 'trust', category_image: null }
    for (const body of [success(record), success([record]), record]) expect(await save(body)).toEqual(record)
  })

  it.each([
    [success(null)],
    [success({ id: 1 })],
    [success({ id: 1, category_name: 'Trust' })],
    [{ code: 201, message: 'Saved.' }],
    [success('saved')],
  ])('succeeds without a record on %j', async (body) => {
    expect(await save(body)).toBeUndefined()
  })

  it('fails on an empty body or a response without code and data', async () => {
    for (const body of [undefined, { message: 'Name taken.' }, { error: 'Denied' }]) {
      expect(await failureOf(save(body))).toMatchObject({ kind: 'bad_response' })
    }
  })
})

describe('a deletion', () => {
  const remove = (body: unknown, status?: number) =>
    clientResponding(body, status).client.call('deleteUser', { params: { id: '1' } })

  it.each<[unknown, number]>([
    [undefined, 204],
    [undefined, 200],
    [{ message: 'Deleted.' }, 200],
    [{ code: 204, message: 'Deleted.' }, 200],
    [{ code: '200' }, 202],
  ])('succeeds on %j with HTTP %i', async (body, status) => {
    expect(await remove(body, status)).toBeUndefined()
  })

  it('fails with the message of any other code', async () => {
    const refused = await failureOf(remove({ code: 409, message: 'The last admin stays.' }))
    expect(refused).toMatchObject({ kind: 'status', status: 409, serverMessage: 'The last admin stays.' })
  })
})

it.each([
  [{ code: 422, message: ['First.', 'Second.'] }, 'First.', {}],
  [
    { code: 422, message: '', errors: { email: ['Taken.'], name: 'Short.' } },
    'Taken.',
    { email: 'Taken.', name: 'Short.' },
  ],
])('shows the first text of a refusal: %j', async (body, serverMessage, fields) => {
  expect(await failureOf(readUsers(body, 422))).toMatchObject({ serverMessage, fields })
})

it('reports each deviating field once, with the number of records and the first one', async () => {
  const users = [{ id: 1 }, { id: 2, age: '' }, { id: 3, age: '7', role: 1 }]
  const { client, deviations } = clientResponding({ code: '200', data: users, message: 'ok' })
  await client.call('listUsers')
  const commonFields = { operation: 'listUsers' }
  expect(deviations).toEqual([
    { ...commonFields, field: 'code', value: '200', expected: 'a number', records: 1 },
    { ...commonFields, field: 'data', value: users, expected: 'an object with a list of users', records: 1 },
    { ...commonFields, field: 'age', value: '', expected: 'a whole number', records: 2, firstId: 2 },
    { ...commonFields, field: 'role', value: 1, expected: 'a string', records: 1, firstId: 3 },
  ])
})

it('reads a token that is a number, and refuses a sign-in without one', async () => {
  const signIn = (data: unknown) =>
    clientResponding(success(data)).client.call('login', { body: { email: 'a@b.c', password: 'x' } })
  expect(await signIn({ token: 12 })).toEqual({ token: '12' })
  expect(await failureOf(signIn({ token: '' }))).toMatchObject({ kind: 'bad_response' })
})
