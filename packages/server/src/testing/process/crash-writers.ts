import { randomUUID } from 'node:crypto'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { POSITION_IMAGE_TYPES } from '@rapport/core/images/image-input.ts'
import type { Random } from '#server/db/demo/random.ts'
import { processImage } from '#server/modules/images/image-processor.ts'
import { type CallResponse, type Call, reachable, withToken } from '../call.ts'
import { formOf } from '../form.ts'
import { noisePng, samplePng, sampleSvg } from '../images/sample-images.ts'
import type { Intent, Ledger } from './ledger.ts'

/** An image to upload, and the digest in its URL. */
interface TestImage {
  file: Blob
  sha256: string
}

interface Change extends Intent {
  /** Changes that the same call makes to other records. */
  others?: readonly Intent[]
  send: (call: Call) => Promise<CallResponse<{ id?: string | number } | undefined>>
}

/** Returns the next change, or undefined if there is none to make. */
type Writer = () => Change | undefined

interface WriterDeps {
  ledger: Ledger
  /** Ids by key of each record, once the server has assigned them. */
  ids: Map<string, string | number>
  images: TestImage[]
  profile: { key: string; email: string }
  random: Random
}

const MAX_PER_OWNER = 6
/** Category of all positions. */
export const BASE_CATEGORY = 'category base'
const NAMES = ['Ada', 'Augusta', 'Mary', 'Grace']
const CURRENCIES = ['EUR', 'USD', 'GBP']
/** Prefix of products that may be in the trash. */
export const TRASHED_PREFIX = 'trashed'
const PATHS = {
  product: '/api/admin/subscription-products',
  category: '/api/admin/category',
  position: '/api/admin/subcategory',
}
const TRASH = '/api/admin/trash'

/** Images with and without a preview, and an SVG. */
export async function sampleImages(): Promise<TestImage[]> {
  const files = [samplePng(1), samplePng(2), await noisePng(500), samplePng(3), sampleSvg()]
  return Promise.all(
    files.map(async (file) => {
      const { sha256 } = await processImage(Buffer.from(await file.arrayBuffer()), file.type)
      return { file, sha256 }
    }),
  )
}

interface RunDeps extends WriterDeps {
  origin: string
  tokens: string[]
  /** Returns true once writing should end. */
  isOver: () => boolean
}

/** Runs eight writers, one per admin, until `isOver` or until the server stops responding. */
export async function runWriters(deps: RunDeps): Promise<void> {
  const { origin, tokens } = deps
  const writers = [
    productWriter(deps, 'a'),
    trashWriter(deps),
    categoryWriter(deps, 'c'),
    categoryWriter(deps, 'd'),
    positionWriter(deps, 'e'),
    positionWriter(deps, 'f'),
    profileWriter(deps),
    userWriter(deps),
  ]
  const server = reachable(origin)
  await Promise.all(writers.map((writer, index) => write(writer, withToken(server, tokens[index]), deps)))
}

/** Writes until a change gets no response, has an unknown result, or is refused for lack of room or time. */
async function write(nextChange: Writer, call: Call, { ledger, ids, isOver }: RunDeps): Promise<void> {
  while (!isOver()) {
    const change = nextChange()
    if (change === undefined) return
    const changes = [change, ...(change.others ?? [])]
    for (const intent of changes) ledger.intend(intent)
    const response = await change.send(call).catch((error: unknown) => {
      // `fetch` throws these when the connection ends before the response is complete.
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined
      throw error
    })
    if (response === undefined || response.status === 503) return
    const { status, headers, body } = response
    // With no room or too many images in a minute, nothing was changed.
    if (status === 507 || status === 429) {
      for (const intent of changes) ledger.withdraw(intent)
      return
    }
    if (status >= 300) throw new Error(`${change.operation} failed with ${status}: ${body.message}`)
    if (body.data?.id !== undefined) ids.set(change.key, body.data.id)
    for (const intent of changes) ledger.acknowledge(intent, headers.get('X-Request-Id') ?? '')
  }
}

function productWriter(deps: WriterDeps, owner: string): Writer {
  return ownRecords(deps, 'product', owner, (key) => {
    const { random, ids } = deps
    const product_id = key.replace('product ', '')
    const id = ids.get(key)
    const next = {
      name: `Product ${random.integer(1, 99)}`,
      price: random.integer(0, 9999) / 100,
      currency: pick(random, CURRENCIES),
      billing_cycle: 'weekly',
      trial_period_days: random.integer(0, 30),
    }
    const isNew = id === undefined
    return {
      operation: isNew ? 'createProduct' : 'updateProduct',
      key,
      next,
      send: (call) =>
        call(isNew ? 'POST' : 'PUT', isNew ? PATHS.product : `${PATHS.product}/${String(id)}`, { product_id, ...next }),
    }
  })
}

function categoryWriter(deps: WriterDeps, owner: string): Writer {
  return ownRecords(deps, 'category', owner, (key) => {
    const { file, sha256 } = pick(deps.random, deps.images)
    const fields = { ...idField(deps, key), category_name: key.replace('category ', ''), category_image: file }
    return {
      operation: 'saveCategory',
      key,
      next: { image: sha256 },
      send: (call) => call('POST', PATHS.category, formOf(fields)),
    }
  })
}

function positionWriter(deps: WriterDeps, owner: string): Writer {
  const rasterImages = deps.images.filter(({ file }) => POSITION_IMAGE_TYPES.includes(file.type))
  return ownRecords(deps, 'position', owner, (key) => {
    const { file, sha256 } = pick(deps.random, rasterImages)
    const texts = { category_id: Number(deps.ids.get(BASE_CATEGORY)), tips: `Tip ${deps.random.integer(1, 999)}` }
    const subcategory_name = key.replace('position ', '')
    const fields = { ...idField(deps, key), ...texts, subcategory_name, sub_cat_image: file }
    return {
      operation: 'savePosition',
      key,
      next: { ...texts, image: sha256 },
      send: (call) => call('POST', PATHS.position, formOf(fields)),
    }
  })
}

/** Creates a writer that adds and deletes its own products, restores those of a batch together, and purges some. */
function trashWriter({ ledger, ids, random }: WriterDeps): Writer {
  const ownBatch = randomUUID()
  const nameOf = (key: string) => key.replace('product ', '')
  const product = (key: string) => ({
    name: nameOf(key),
    price: 1,
    currency: 'EUR',
    billing_cycle: 'weekly',
    trial_period_days: 0,
  })
  return () => {
    const ownProducts = ledger.existing('product').filter(({ key }) => key.startsWith(`product ${TRASHED_PREFIX}`))
    const { trashed = [], listed = [] } = Object.groupBy(ownProducts, ({ state }) =>
      'batch' in state ? 'trashed' : 'listed',
    )
    if (ownProducts.length === 0 || (ownProducts.length < MAX_PER_OWNER && random.next() < 0.2)) {
      const key = `product ${TRASHED_PREFIX}-${randomUUID()}`
      const next = product(key)
      const body = { product_id: nameOf(key), ...next }
      return { operation: 'createProduct', key, next, send: (call) => call('POST', PATHS.product, body) }
    }
    if (trashed.length === 0 || (listed.length > 0 && random.next() < 0.5)) {
      const { key } = pick(random, listed)
      const path = `${PATHS.product}/${String(ids.get(key))}?batch=${ownBatch}`
      return { operation: 'deleteProduct', key, next: { batch: ownBatch }, send: (call) => call('DELETE', path) }
    }
    const { key, state } = pick(random, trashed)
    if (random.next() < 0.3) {
      return {
        operation: 'purgeTrashItem',
        key,
        next: null,
        async send(call) {
          const { body } = await call<Schemas['TrashPage']>('GET', `${TRASH}?search=${nameOf(key)}`)
          return call('DELETE', `${TRASH}/${body.data.items[0]?.id}`)
        },
      }
    }
    const { batch } = state
    const sameBatch = trashed.filter((record) => record.key !== key && record.state['batch'] === batch)
    return {
      operation: 'restoreTrash',
      key,
      next: product(key),
      others: sameBatch.map((record) => ({ operation: 'restoreTrash', key: record.key, next: product(record.key) })),
      send: (call) => call('POST', `${TRASH}/restore`, { batch }),
    }
  }
}

const DELETIONS = { product: 'deleteProduct', category: 'deleteCategory', position: 'deletePosition' }

/** Creates a writer that adds, changes and deletes its own records. */
function ownRecords(deps: WriterDeps, kind: keyof typeof PATHS, owner: string, save: (key: string) => Change): Writer {
  const { ledger, ids, random } = deps
  return () => {
    const existing = ledger.existing(kind).filter(({ key }) => key.startsWith(`${kind} ${owner}`))
    if (existing.length < random.integer(1, MAX_PER_OWNER)) return save(`${kind} ${owner}-${randomUUID()}`)
    const { key } = pick(random, existing)
    if (random.next() < 0.5) return save(key)
    const send = (call: Call) => call<undefined>('DELETE', `${PATHS[kind]}/${String(ids.get(key))}`)
    return { operation: DELETIONS[kind], key, next: null, send }
  }
}

/** Creates a writer that changes the names of its admin. */
function profileWriter({ profile: { key, email }, random }: WriterDeps): Writer {
  return () => {
    const next = { first_name: pick(random, NAMES), last_name: pick(random, NAMES) }
    return {
      operation: 'updateSettings',
      key,
      next,
      send: (call) => call('POST', '/api/admin/update-settings', { email, ...next }),
    }
  }
}

function userWriter({ ledger, ids, random }: WriterDeps): Writer {
  return () => {
    const remainingUsers = ledger.existing('user')
    if (remainingUsers.length === 0) return undefined
    const { key } = pick(random, remainingUsers)
    const send = (call: Call) => call<undefined>('DELETE', `/api/admin/users/${String(ids.get(key))}`)
    return { operation: 'deleteUser', key, next: null, send }
  }
}

const idField = ({ ids }: WriterDeps, key: string) => (ids.has(key) ? { id: Number(ids.get(key)) } : {})

function pick<T>(random: Random, choices: readonly T[]): T {
  const [first, ...others] = choices
  if (first === undefined) throw new Error('There is nothing left to choose from.')
  return random.pick([first, ...others])
}
