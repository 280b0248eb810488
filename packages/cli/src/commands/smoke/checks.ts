import { randomBytes } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Extension, OperationId } from '@rapport/core/api/operations.ts'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import type { Client } from '@rapport/core/client/client.ts'
import { CliError, type ErrorReport } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { contractError, expectEqual, expectRefusal } from './expectations.ts'
import { pixel, samplePosition, sampleProduct } from './sample-records.ts'

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

type Id = number | string
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

const DELETIONS = { product: 'deleteProduct', category: 'deleteCategory', position: 'deletePosition' } as const

function deletionCheck(record: RecordKind): Check {
  return {
    key: `delete a ${record}`,
    operation: DELETIONS[record],
    record,
    async run(smoke) {
      await remove(smoke, record)
      const records: readonly { id: Id }[] = await ownRecords(smoke)[record]()
      if (records.some(({ id }) => id === smoke.ids[record]))
        throw contractError('The deleted record is still in the list.')
    },
  }
}

const PRODUCT_CHECKS: readonly Check[] = [
  {
    key: 'create a product',
    operation: 'createProduct',
    async run(smoke) {
      await smoke.client.call('createProduct', { body: sampleProduct(smoke.namePrefix) })
      smoke.ids.product = await findSavedProduct(smoke, 9.99)
    },
  },
  {
    key: 'reject a product without a name',
    operation: 'createProduct',
    run(smoke) {
      const body = { ...sampleProduct(smoke.namePrefix), product_id: `${smoke.namePrefix}-2`, name: '' }
      return expectRefusal(smoke.client.call('createProduct', { body }), [400, 422])
    },
  },
  {
    key: 'edit a product',
    operation: 'updateProduct',
    record: 'product',
    async run(smoke) {
      const id = requireId(smoke, 'product')
      const body = { ...sampleProduct(smoke.namePrefix), id, price: 12.5 }
      await smoke.client.call('updateProduct', { params: { id: String(id) }, body })
      await findSavedProduct(smoke, 12.5)
    },
  },
  deletionCheck('product'),
  {
    key: 'a deleted product is not found',
    operation: 'deleteProduct',
    record: 'product',
    run: (smoke) => expectRefusal(remove(smoke, 'product'), [404, 410]),
  },
]

const CATEGORY_CHECKS: readonly Check[] = [
  {
    key: 'create a category',
    operation: 'saveCategory',
    async run(smoke) {
      const body = { category_name: smoke.namePrefix, category_image: pixel() }
      const record = await readSaved(smoke.client.call('saveCategory', { body }), ownRecords(smoke).category)
      smoke.ids.category = record.id
      expectEqual('category_name', record.category_name, smoke.namePrefix)
    },
  },
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
  {
    key: 'edit a category',
    operation: 'saveCategory',
    record: 'category',
    async run(smoke) {
      const [id, category_name] = [requireId(smoke, 'category'), `${smoke.namePrefix}-edited`]
      const saved = smoke.client.call('saveCategory', { body: { id, category_name } })
      const record = await readSaved(saved, ownRecords(smoke).category)
      expectEqual('category_name', record.category_name, category_name)
      expectEqual('id', String(record.id), String(id))
      if (!record.category_image) throw contractError('The image is gone although none was sent.')
    },
  },
]

const POSITION_CHECKS: readonly Check[] = [
  {
    key: 'create a position',
    operation: 'savePosition',
    record: 'category',
    async run(smoke) {
      const sample = samplePosition(smoke.namePrefix, requireId(smoke, 'category'))
      const body = { ...sample, benefits: 'Benefits', sub_cat_image: pixel() }
      const record = await readSaved(smoke.client.call('savePosition', { body }), ownRecords(smoke).position)
      smoke.ids.position = record.id
      expectEqual('subcategory_name', record.subcategory_name, smoke.namePrefix)
      expectEqual('category_id', String(record.category_id), String(smoke.ids.category))
      expectEqual('benefits', record.benefits, 'Benefits')
    },
  },
  {
    key: 'edit a position',
    operation: 'savePosition',
    record: 'position',
    async run(smoke) {
      const id = requireId(smoke, 'position')
      const sample = samplePosition(smoke.namePrefix, requireId(smoke, 'category'))
      const body = { ...sample, id, benefits: 'Other benefits' }
      const record = await readSaved(smoke.client.call('savePosition', { body }), ownRecords(smoke).position)
      expectEqual('benefits', record.benefits, 'Other benefits')
      expectEqual('id', String(record.id), String(id))
    },
  },
  deletionCheck('position'),
]

/** The checks that `--write` adds. */
export const WRITE_CHECKS: readonly Check[] = [
  ...PRODUCT_CHECKS,
  ...CATEGORY_CHECKS,
  ...POSITION_CHECKS,
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
        for (const { id } of await ownRecords(smoke)[kind]()) await remove(smoke, kind, id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        leftovers.push(`possibly a ${kind} (${error.message})`)
      }
    }
    if (leftovers.length === 0) return
    throw new CliError('left_behind', `Left on the server as ${smoke.namePrefix}: ${leftovers.join(', ')}.`, {
      hint: 'Delete it by hand.',
      exitCode: EXIT.failed,
    })
  },
}

/** Returns functions that find the records of this run in the server's lists, one for each kind. */
function ownRecords({ client, namePrefix }: SmokeRun) {
  const isOwn = (text: string) => text.startsWith(namePrefix)
  return {
    product: async () => (await client.call('listProducts')).filter(({ product_id }) => isOwn(product_id)),
    category: async () => (await client.call('listCategories')).filter(({ category_name }) => isOwn(category_name)),
    position: async () =>
      (await client.call('listPositions')).filter(({ subcategory_name }) => isOwn(subcategory_name)),
  }
}

/** Returns the saved record from the response, otherwise from the list. */
async function readSaved<Row>(response: Promise<Row | undefined>, list: () => Promise<Row[]>): Promise<Row> {
  const record = (await response) ?? (await list())[0]
  if (record === undefined) throw contractError('The list does not have the saved record.')
  return record
}

async function findSavedProduct({ client, namePrefix }: SmokeRun, price: number): Promise<Id> {
  const matches = (await client.call('listProducts')).filter(({ product_id }) => product_id === namePrefix)
  const [product] = matches
  if (!product || matches.length > 1) throw contractError(`The list has the saved product ${matches.length} times.`)
  expectEqual('price', Number(product.price), price)
  return product.id
}

function remove(smoke: SmokeRun, kind: RecordKind, id = requireId(smoke, kind)): Promise<unknown> {
  return smoke.client.call(DELETIONS[kind], { params: { id: String(id) } })
}

function requireId({ ids }: SmokeRun, record: RecordKind): Id {
  const id = ids[record]
  if (id === undefined) throw new TypeError(`A check of a ${record} was run before one was created.`)
  return id
}
