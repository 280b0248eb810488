import { randomUUID } from 'node:crypto'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import type { Random } from '#server/db/demo/random.ts'
import { imageProcessor } from '#server/modules/images/images.service.ts'
import { type CallResponse, type Call, withToken } from '#server/testing/call.ts'
import type { Known, Ledger } from './ledger.ts'
import { formOf, noisePng, samplePng } from '#server/testing/images/sample-images.ts'

/** An image to upload, and the name that it then has. */
interface Picture {
  file: Blob
  sha256: string
}

interface Change {
  operation: string
  key: string
  next: Known
  send: (call: Call) => Promise<CallResponse<{ id?: string | number } | undefined>>
}

/** The next change; undefined when there is none to make. */
type Writer = () => Change | undefined

interface WriterDeps {
  ledger: Ledger
  /** Ids by key of each record, once the server has assigned them. */
  ids: Map<string, string | number>
  pictures: Picture[]
  /** Admin whose names are changed. */
  profile: { key: string; email: string }
  random: Random
}

const MAX_PER_OWNER = 6
/** Category of all positions. */
export const BASE = 'category base'
const NAMES = ['Ada', 'Augusta', 'Mary', 'Grace']
const CURRENCIES = ['EUR', 'USD', 'GBP']

/** Images with and without a thumbnail, and SVGs. */
export async function pictures(): Promise<Picture[]> {
  const { identify, prepare } = imageProcessor()
  const files = [samplePng(1), samplePng(2), await noisePng(500), samplePng(3), samplePng(4)]
  return Promise.all(
    files.map(async (file) => ({ file, sha256: (await prepare(await identify(file), 'image')).sha256 })),
  )
}

interface Writing extends WriterDeps {
  origin: string
  tokens: string[]
  /** Ends the writing when true. */
  isOver: () => boolean
}

/** Runs eight writers, one per admin, until `isOver` or until the server stops responding. */
export async function writeOn(deps: Writing): Promise<void> {
  const { origin, tokens } = deps
  const writers = [
    products(deps, 'a'),
    products(deps, 'b'),
    categories(deps, 'c'),
    categories(deps, 'd'),
    positions(deps, 'e'),
    positions(deps, 'f'),
    profiles(deps),
    users(deps),
  ]
  const reach = { baseUrl: origin, fetch: (request: Request) => fetch(request) }
  await Promise.all(writers.map((writer, index) => write(writer, withToken(reach, tokens[index]), deps)))
}

/** Writes until a change gets no response, an ambiguous one, or is refused for lack of room or time. */
async function write(think: Writer, call: Call, { ledger, ids, isOver }: Writing): Promise<void> {
  while (!isOver()) {
    const change = think()
    if (change === undefined) return
    ledger.intend(change)
    const response = await change.send(call).catch((error: unknown) => {
      // `fetch` throws these when the connection ends before the response is complete.
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined
      throw error
    })
    if (response === undefined || response.status === 503) return
    const { status, headers, body } = response
    // No room, or too many images in a minute: nothing was changed.
    if (status === 507 || status === 429) {
      ledger.withdraw(change)
      return
    }
    if (status >= 300) throw new Error(`${change.operation} failed with ${status}: ${body.message}`)
    if (body.data?.id !== undefined) ids.set(change.key, body.data.id)
    ledger.acknowledge(change, headers.get('X-Request-Id') ?? '')
  }
}

/** Reads every record of the API in the form of the ledger. */
export async function foundBy(call: Call, ids: Map<string, string | number>): Promise<Map<string, Known>> {
  const found = new Map<string, Known>()
  const list = async <Data>(path: string) => (await call<Data>('GET', `/api/admin/${path}`)).body.data
  const note = (key: string, id: string | number, state: Known) => {
    ids.set(key, id)
    found.set(key, state)
  }
  for (const { id, product_id, version: _, ...product } of await list<Product[]>('subscription-products')) {
    note(`product ${product_id}`, id, product)
  }
  for (const { id, category_name, category_image } of await list<Category[]>('categories')) {
    note(`category ${category_name}`, id, { image: sha256In(category_image) })
  }
  for (const { id, subcategory_name, category_id, tips, sub_cat_image } of await list<Position[]>('subcategories')) {
    note(`position ${subcategory_name}`, id, { category_id, tips, image: sha256In(sub_cat_image) })
  }
  for (const { id, role, first_name, last_name } of (await list<{ users: User[] }>('users')).users) {
    note(`${role} ${id}`, id, { first_name, last_name })
  }
  return found
}

function sha256In(path: string | null | undefined): string | undefined {
  return /[\da-f]{64}/.exec(path ?? '')?.[0]
}

function products(deps: WriterDeps, owner: string): Writer {
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
    const path = '/api/admin/subscription-products'
    const isNew = id === undefined
    return {
      operation: isNew ? 'createProduct' : 'updateProduct',
      key,
      next,
      send: (call) => call(isNew ? 'POST' : 'PUT', isNew ? path : `${path}/${String(id)}`, { product_id, ...next }),
    }
  })
}

function categories(deps: WriterDeps, owner: string): Writer {
  return ownRecords(deps, 'category', owner, (key) => {
    const { file, sha256 } = pick(deps.random, deps.pictures)
    const fields = { ...idField(deps, key), category_name: key.replace('category ', ''), category_image: file }
    return {
      operation: 'saveCategory',
      key,
      next: { image: sha256 },
      send: (call) => call('POST', '/api/admin/category', formOf(fields)),
    }
  })
}

function positions(deps: WriterDeps, owner: string): Writer {
  const ofPixels = deps.pictures.filter(({ file }) => file.type === 'image/png')
  return ownRecords(deps, 'position', owner, (key) => {
    const { file, sha256 } = pick(deps.random, ofPixels)
    const texts = { category_id: Number(deps.ids.get(BASE)), tips: `Tip ${deps.random.integer(1, 999)}` }
    const subcategory_name = key.replace('position ', '')
    const fields = { ...idField(deps, key), ...texts, subcategory_name, sub_cat_image: file }
    return {
      operation: 'savePosition',
      key,
      next: { ...texts, image: sha256 },
      send: (call) => call('POST', '/api/admin/subcategory', formOf(fields)),
    }
  })
}

const PATHS = { product: 'subscription-products', category: 'category', position: 'subcategory' }
const DELETIONS = { product: 'deleteProduct', category: 'deleteCategory', position: 'deletePosition' }

/** Adds, changes and deletes its own records. */
function ownRecords(deps: WriterDeps, kind: keyof typeof PATHS, owner: string, save: (key: string) => Change): Writer {
  const { ledger, ids, random } = deps
  return () => {
    const mine = ledger.existing(kind).filter(({ key }) => key.startsWith(`${kind} ${owner}`))
    if (mine.length < random.integer(1, MAX_PER_OWNER)) return save(`${kind} ${owner}-${randomUUID()}`)
    const { key } = pick(random, mine)
    if (random.next() < 0.5) return save(key)
    const send = (call: Call) => call<undefined>('DELETE', `/api/admin/${PATHS[kind]}/${String(ids.get(key))}`)
    return { operation: DELETIONS[kind], key, next: null, send }
  }
}

/** Changes the names of its admin. */
function profiles({ profile: { key, email }, random }: WriterDeps): Writer {
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

function users({ ledger, ids, random }: WriterDeps): Writer {
  return () => {
    const left = ledger.existing('user')
    if (left.length === 0) return undefined
    const { key } = pick(random, left)
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
