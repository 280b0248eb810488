import { randomBytes } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Extension, OperationId } from '@rapport/core/api/operations.ts'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import type { Client } from '@rapport/core/client/client.ts'
import { createRecord, deleteExisting, listRecords, updateRecord } from '@rapport/core/client/records.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { EditableEntity, Form, Id, ServerRecord } from '@rapport/core/entities/entity.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import { CliError, type ErrorReport } from '#cli/io/errors.ts'

/** The state that the checks of a run share. */
export interface SmokeRun {
  /** Neither repeats a call nor aborts one by itself: after Ctrl-C a write finishes, so that its record is found and deleted. */
  client: Client
  /** Sends this token, or none. */
  withToken: (token: string | undefined) => Client
  /** Fetches an image without the token; it may be on another host. */
  fetchImage: (url: string) => Promise<Response>
  signal: AbortSignal
  /** Prefix of every record that this run creates. */
  namePrefix: string
  /** The server's extensions, which the first check fills in. */
  extensions: Set<string>
  /** Records that this run has created. */
  ids: Partial<Record<RecordKind, Id>>
}

type RecordKind = 'product' | 'category' | 'position'

export interface Check {
  key: string
  operation: OperationId | null
  /** The extension without which the check is skipped. */
  extension?: Extension
  /** The kind of record without which the check is skipped; an earlier check creates it. */
  record?: RecordKind
  run: (smoke: SmokeRun) => Promise<unknown>
}

export interface CheckResult {
  key: string
  operation: OperationId | null
  status: 'passed' | 'failed' | 'skipped'
  /** The time of all calls of the check. */
  milliseconds: number
  error?: ErrorReport
  /** Deviations from the contract that could be read. */
  deviations?: Deviation[]
}

/** The check that runs first, since all others would fail without a session. */
export const SESSION_CHECK: Check = {
  key: 'the profile',
  operation: 'getSettings',
  async run(smoke) {
    const { extensions = [] } = await smoke.client.call('getSettings', {}, { signal: smoke.signal })
    for (const extension of extensions) smoke.extensions.add(extension)
  },
}

const LIST_CHECKS: readonly Check[] = [
  ...(['listCategories', 'listPositions', 'listProducts', 'listUsers'] as const).map((operation): Check => ({
    key: `the ${operation.slice('list'.length).toLowerCase()}`,
    operation,
    run: ({ client, signal }) => client.call(operation, {}, { signal }),
  })),
  {
    key: 'the users by page (extension paging)',
    operation: 'listUsers',
    extension: 'paging',
    async run({ client, signal }) {
      const { users, total } = await client.call('listUsers', { query: { page: 1, page_size: 1 } }, { signal })
      if (users.length > 1) throw contractError(`A page of size 1 has ${users.length} users.`)
      if (total === undefined) throw contractError('The response has no total.')
    },
  },
]

/** A random token that no server knows. */
const WRONG_TOKEN = randomBytes(32).toString('base64url')

/** The checks of refused tokens. They only read, since a server that accepts any token would execute a write. */
const TOKEN_CHECKS: readonly Check[] = [
  ...(['getSettings', 'listCategories', 'listPositions', 'listProducts', 'listUsers'] as const).map(
    (operation): Check => ({
      key: `${operation} rejects a wrong token`,
      operation,
      run: ({ withToken, signal }) => expectRefusal(withToken(WRONG_TOKEN).call(operation, {}, { signal }), [401, 403]),
    }),
  ),
  {
    key: 'getSettings rejects a missing token',
    operation: 'getSettings',
    run: ({ withToken, signal }) => expectRefusal(withToken(undefined).call('getSettings', {}, { signal }), [401, 403]),
  },
]

/** The checks that run after the session check. */
export const READ_CHECKS: readonly Check[] = [...LIST_CHECKS, ...TOKEN_CHECKS]

interface Kind {
  entity: EditableEntity
  /** The field that begins with the name of the run. */
  nameField: string
  /** The bodies of a new record and of its edit. */
  create: (name: string, ids: SmokeRun['ids']) => Form
  edit: (name: string, ids: SmokeRun['ids']) => Form
  /** The fields that must be as they were saved. */
  comparedFields: readonly string[]
}

const toProduct = (product_id: string) => ({
  product_id,
  name: product_id,
  price: 9.99,
  currency: 'EUR',
  billing_cycle: 'monthly',
  trial_period_days: 0,
})

const toPosition: Kind['edit'] = (subcategory_name, { category }) => {
  const texts = { tips: 'Tips', challenges: 'Challenges', safety_tips: 'Safety tips', benefits: 'Benefits' }
  return { ...texts, category_id: category, subcategory_name }
}

/** Creates a PNG of one pixel. */
function pixel(): File {
  const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return new File([Buffer.from(base64, 'base64')], 'pixel.png', { type: 'image/png' })
}

const KINDS: Record<RecordKind, Kind> = {
  product: {
    entity: productEntity,
    nameField: 'product_id',
    create: toProduct,
    edit: (name) => ({ ...toProduct(name), price: 12.5 }),
    comparedFields: ['price'],
  },
  category: {
    entity: categoryEntity,
    nameField: 'category_name',
    create: (category_name) => ({ category_name, category_image: pixel() }),
    edit: (name) => ({ category_name: `${name}-edited` }),
    comparedFields: ['category_name'],
  },
  position: {
    entity: positionEntity,
    nameField: 'subcategory_name',
    create: (...input) => ({ ...toPosition(...input), sub_cat_image: pixel() }),
    edit: (...input) => ({ ...toPosition(...input), benefits: 'Other benefits' }),
    comparedFields: ['subcategory_name', 'category_id', 'benefits'],
  },
}

function creationCheck(kind: RecordKind, record?: RecordKind): Check {
  const { entity, create } = KINDS[kind]
  return {
    key: `create a ${kind}`,
    operation: entity.operations.create,
    ...(record && { record }),
    async run(smoke) {
      const body = create(smoke.namePrefix, smoke.ids)
      await createRecord(smoke.client, entity, body)
      smoke.ids[kind] = (await findSaved(smoke, kind, body)).id
    },
  }
}

function editCheck(kind: RecordKind): Check {
  const { entity, edit } = KINDS[kind]
  return {
    key: `edit a ${kind}`,
    operation: entity.operations.update,
    record: kind,
    async run(smoke) {
      const input = edit(smoke.namePrefix, smoke.ids)
      await updateRecord(smoke.client, entity, { id: idOf(smoke, kind), input, version: undefined })
      const { category_image: image } = await findSaved(smoke, kind, input)
      if (kind === 'category' && !image) throw contractError('The image is gone although none was sent.')
    },
  }
}

function deletionCheck(kind: RecordKind): Check {
  return {
    key: `delete a ${kind}`,
    operation: KINDS[kind].entity.operations.delete,
    record: kind,
    async run(smoke) {
      await remove(smoke, kind)
      if ((await ownRecords(smoke, kind)).some(({ id }) => id === smoke.ids[kind]))
        throw contractError('The deleted record is still in the list.')
    },
  }
}

/** The checks that `--write` adds. */
export const WRITE_CHECKS: readonly Check[] = [
  creationCheck('product'),
  {
    key: 'reject a product without a name',
    operation: 'createProduct',
    run({ client, namePrefix }) {
      const body = { ...toProduct(`${namePrefix}-2`), name: '' }
      return expectRefusal(createRecord(client, KINDS.product.entity, body), [400, 422])
    },
  },
  editCheck('product'),
  deletionCheck('product'),
  {
    key: 'a deleted product is not found',
    operation: 'deleteProduct',
    record: 'product',
    run: (smoke) => expectRefusal(remove(smoke, 'product'), [404, 410]),
  },
  creationCheck('category'),
  {
    key: 'download the image of a category',
    operation: null,
    record: 'category',
    async run(smoke) {
      const categories = await smoke.client.call('listCategories')
      const url = categories.find(({ id }) => id === smoke.ids.category)?.category_image
      if (!url) throw contractError('The category has no image.')
      const response = await smoke.fetchImage(url)
      const type = response.headers.get('Content-Type') ?? 'no type'
      await response.arrayBuffer()
      if (!response.ok || !type.startsWith('image/')) {
        throw contractError(`${url} responds with status ${response.status} and ${type}.`)
      }
    },
  },
  editCheck('category'),
  creationCheck('position', 'category'),
  editCheck('position'),
  deletionCheck('position'),
  deletionCheck('category'),
]

/** The check that runs last in any case and deletes the records of this run. It finds even those whose response was lost. */
export const CLEAN_UP: Check = {
  key: 'nothing is left behind',
  operation: null,
  async run(smoke) {
    const leftovers: string[] = []
    for (const kind of ['position', 'category', 'product'] as const) {
      try {
        for (const { id } of await ownRecords(smoke, kind)) await remove(smoke, kind, id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        leftovers.push(`possibly a ${kind} (${error.message})`)
      }
    }
    if (leftovers.length === 0) return
    throw new CliError('left_behind', `Left on the server as ${smoke.namePrefix}: ${leftovers.join(', ')}.`, {
      hint: 'Delete it by hand.',
    })
  },
}

/** Finds the records of this run in the server's list. */
async function ownRecords({ client, namePrefix }: SmokeRun, kind: RecordKind): Promise<ServerRecord[]> {
  const { entity, nameField } = KINDS[kind]
  return (await listRecords(client, entity)).filter((record) => String(record[nameField]).startsWith(namePrefix))
}

/** Finds the saved record in the server's list, and compares its fields. */
async function findSaved(smoke: SmokeRun, kind: RecordKind, saved: Form): Promise<ServerRecord> {
  const savedId = smoke.ids[kind]
  const records = (await ownRecords(smoke, kind)).filter(({ id }) => savedId === undefined || id === savedId)
  const [record] = records
  if (!record || records.length > 1) throw contractError(`The list has the saved ${kind} ${records.length} times.`)
  for (const field of KINDS[kind].comparedFields) {
    const [actual, expected] = [record[field], saved[field]]
    if (typeof expected === 'number' ? Number(actual) !== expected : String(actual) !== expected)
      throw contractError(`${field} is ${JSON.stringify(actual)} after ${JSON.stringify(expected)} was saved.`)
  }
  return record
}

function remove(smoke: SmokeRun, kind: RecordKind, id = idOf(smoke, kind)): Promise<unknown> {
  return deleteExisting(smoke.client, KINDS[kind].entity, id)
}

function idOf({ ids }: SmokeRun, kind: RecordKind): Id {
  const id = ids[kind]
  if (id === undefined) throw new TypeError(`A check of a ${kind} was run before one was created.`)
  return id
}

/** Expects an envelope that refuses the call with one of the statuses. */
async function expectRefusal(call: Promise<unknown>, statuses: readonly number[]): Promise<void> {
  const expected = statuses.join(' or ')
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === undefined) throw error
    if (!statuses.includes(error.status))
      throw contractError(`The response has status ${error.status} instead of ${expected}.`)
    if (error.serverMessage === undefined) throw contractError('The error has no message, which the contract requires.')
    return
  }
  throw contractError(`The request succeeded, but the contract requires ${expected}.`)
}

/** Creates the error of a response outside the contract. */
function contractError(message: string): CliError {
  return new CliError('contract', message)
}
