import { type OperationId, operations } from '../operations.ts'
import { DEFAULT_STORES, isStore } from '../stores.ts'
import type { ReportDeviation } from './deviation.ts'
import { createOptionalReader, isId } from './fields.ts'
import { isObject } from './is-object.ts'
import { type IdentifiedRecord, createRecordReader, type RecordReader } from './records.ts'

/** A reader for the `data` of a successful response. */
export interface ResponseReader {
  kind: 'list' | 'save' | 'delete' | 'object' | 'other'
  /** Converts the data for the caller. Throws `UnreadableResponseError`. */
  read: (data: unknown, report: ReportDeviation) => unknown
}

/** Thrown if the data is not what the operation returns; the message says what is missing. */
export class UnreadableResponseError extends Error {
  override readonly name = 'UnreadableResponseError'
}

/**
 * Reads a list: `data`, or the only list inside it. Null, undefined and an object without values, such as `{}`, are empty; a list
 * of which nothing can be read is not.
 */
function readList(data: unknown, reader: RecordReader, report: ReportDeviation): IdentifiedRecord[] {
  const list = listIn(data)
  const records = list.flatMap((item) => reader.read(item, report) ?? [])
  if (list.length > 0 && records.length === 0) throw new UnreadableResponseError('No record in it has an id.')
  return records
}

function listIn(data: unknown): unknown[] {
  if (data === undefined || data === null) return []
  if (Array.isArray(data)) return data
  const lists = isObject(data) ? Object.values(data).filter((value) => Array.isArray(value)) : []
  const [list] = lists
  if (list && lists.length === 1) return list
  if (isObject(data) && Object.values(data).every((value) => value === null)) return []
  throw new UnreadableResponseError('It contains no list.')
}

function createListReader(reader: RecordReader): ResponseReader {
  return {
    kind: 'list',
    read: (data, report) => {
      if (!Array.isArray(data)) report({ field: 'data', value: data, expected: 'a list' })
      return readList(data, reader, report)
    },
  }
}

/** Creates a reader for a saved record. It returns undefined for an incomplete record: the caller then reads the list. */
function createSaveReader(reader: RecordReader, contractReturnsRecord = true): ResponseReader {
  return {
    kind: 'save',
    read: (data, report) => {
      const [record] = Array.isArray(data) ? data : [data]
      const isComplete = isObject(record) && isId(record['id']) && reader.fields.every((field) => field in record)
      if (contractReturnsRecord && (!isComplete || Array.isArray(data)))
        report({ field: 'data', value: data, expected: 'the saved record' })
      return isComplete ? reader.read(record, report) : undefined
    },
  }
}

function createTokenReader(name: string): ResponseReader {
  return {
    kind: 'object',
    read: (data) => {
      if (!isObject(data) || !isId(data[name])) throw new UnreadableResponseError(`It contains no ${name}.`)
      return { ...data, [name]: String(data[name]) }
    },
  }
}

const signInReader: ResponseReader = {
  kind: 'object',
  read: (data, report) =>
    isObject(data) && isId(data['challenge']) ? data : createTokenReader('token').read(data, report),
}

/** A reader for the suspension of a user; what other servers call so is left out. */
const suspensionReader = createOptionalReader(
  'an object with at and by',
  (value) => isObject(value) && typeof value['at'] === 'string' && isId(value['by']),
  () => null,
)

const userReader = createRecordReader('User', { suspension: suspensionReader })
const categoryReader = createRecordReader('Category', {})

/** A reader for the category's name inside a position. */
const positionCategoryReader = createOptionalReader(
  'an object with a category_name',
  (value) => isObject(value) && typeof value['category_name'] === 'string',
  (value) =>
    isObject(value) && isId(value['category_name']) ? { category_name: String(value['category_name']) } : null,
)

const positionReader = createRecordReader('Position', { category: positionCategoryReader })
const productReader = createRecordReader('Product', {})

const usersReader: ResponseReader = {
  kind: 'list',
  read: (data, report) => {
    const hasUsers = isObject(data) && Array.isArray(data['users'])
    if (!hasUsers) report({ field: 'data', value: data, expected: 'an object with a list of users' })
    return { ...(hasUsers && data), users: readList(hasUsers ? data['users'] : data, userReader, report) }
  },
}

const settingsReader: ResponseReader = {
  kind: 'object',
  read: (data, report) => {
    if (!isObject(data)) throw new UnreadableResponseError('It contains no settings.')
    const { extensions, stores, scopes, server_version, contract_version } = data
    const knownStores = Array.isArray(stores) ? stores.filter(isStore) : []
    const texts = Object.fromEntries(
      ['email', 'first_name', 'last_name'].map((field) => {
        const value = data[field]
        const isOptional = field !== 'email' && (value === undefined || value === null)
        if (typeof value !== 'string' && !isOptional) report({ field, value, expected: 'a string' })
        return [field, isId(value) ? String(value) : field === 'email' ? '' : null]
      }),
    )
    return {
      ...data,
      ...texts,
      extensions: Array.isArray(extensions) ? extensions.filter((name) => typeof name === 'string') : [],
      stores: knownStores.length > 0 ? knownStores : DEFAULT_STORES,
      scopes: Array.isArray(scopes) ? scopes : undefined,
      server_version: typeof server_version === 'string' ? server_version : undefined,
      contract_version: typeof contract_version === 'string' ? contract_version : undefined,
    }
  },
}

const savedProductReader = createSaveReader(productReader, false)

const readers: Partial<Record<OperationId, ResponseReader>> = {
  login: signInReader,
  verifyOtp: createTokenReader('reset_token'),
  verifyTwoFactor: createTokenReader('token'),
  signInWithPasskey: createTokenReader('token'),
  getSettings: settingsReader,
  listUsers: usersReader,
  // Only a server with a trash sends a receipt.
  deleteUser: { kind: 'delete', read: (data) => (isObject(data) && isId(data['receipt']) ? data : undefined) },
  listCategories: createListReader(categoryReader),
  saveCategory: createSaveReader(categoryReader),
  listPositions: createListReader(positionReader),
  savePosition: createSaveReader(positionReader),
  listProducts: createListReader(productReader),
  createProduct: savedProductReader,
  updateProduct: savedProductReader,
}

/** Extensions need no tolerance, since only servers of this contract offer them, and the other calls return nothing. */
export function responseReader(operation: OperationId): ResponseReader {
  const kind = operations[operation].method === 'DELETE' ? 'delete' : 'other'
  return readers[operation] ?? { kind, read: (data) => data }
}
