import type { OperationId } from '../operations.ts'
import type { ReportDeviation } from './deviation.ts'
import { boolean, date, decimal, type FieldReader, isId, reference, requiredText, text, wholeNumber } from './fields.ts'
import { isObject } from './is-object.ts'
import { type ReadableRecord, recordReader, type RecordReader } from './records.ts'

/** Reads the `data` of a successful response. */
export interface ResponseReader {
  kind: 'list' | 'save' | 'delete' | 'done' | 'object'
  /** Converts the data for the caller. Throws `Unreadable`. */
  read: (data: unknown, note: ReportDeviation) => unknown
}

/** Thrown if the data is not what the operation returns; the message says what is missing. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Reads a list: `data` itself, or the only list inside it. Null and undefined are an empty list. */
function readList(data: unknown, reader: RecordReader, note: ReportDeviation): ReadableRecord[] {
  return listIn(data).flatMap((sent) => reader.read(sent, note) ?? [])
}

function listIn(data: unknown): unknown[] {
  if (data === undefined || data === null) return []
  if (Array.isArray(data)) return data
  const lists = isObject(data) ? Object.values(data).filter((value) => Array.isArray(value)) : []
  const [list] = lists
  if (list && lists.length === 1) return list
  if (isObject(data) && Object.values(data).every((value) => value === null)) return []
  throw new Unreadable('It contains no list.')
}

function listOf(reader: RecordReader): ResponseReader {
  return {
    kind: 'list',
    read: (data, note) => {
      if (!Array.isArray(data)) note({ field: 'data', value: data, expected: 'a list' })
      return readList(data, reader, note)
    },
  }
}

/**
 * Reads the saved record. Returns undefined if the server sent only part of it; the caller then reads the list again.
 */
function saved(reader: RecordReader, isPromised = true): ResponseReader {
  return {
    kind: 'save',
    read: (data, note) => {
      const [record] = Array.isArray(data) ? data : [data]
      const isWhole = isObject(record) && isId(record['id']) && reader.fields.every((field) => field in record)
      if (isPromised && (!isWhole || Array.isArray(data)))
        note({ field: 'data', value: data, expected: 'the saved record' })
      return isWhole ? reader.read(record, note) : undefined
    },
  }
}

function token(name: string): ResponseReader {
  return {
    kind: 'object',
    read: (data) => {
      if (!isObject(data) || !isId(data[name])) throw new Unreadable(`It contains no ${name}.`)
      return { ...data, [name]: String(data[name]) }
    },
  }
}

const signIn: ResponseReader = {
  kind: 'object',
  read: (data, note) => (isObject(data) && isId(data['challenge']) ? data : token('token').read(data, note)),
}

/** Extensions need no tolerance: only servers of this contract offer them. */
const asSent: ResponseReader = { kind: 'object', read: (data) => data }

const user = recordReader<'User'>({
  first_name: text,
  last_name: text,
  email: text,
  profile_image: text,
  created_at: date,
  joined_date: date,
  age: wholeNumber,
  gender: text,
  status: text,
  role: text,
  profile_completed: boolean,
})

const category = recordReader<'Category'>({
  category_name: requiredText,
  slug: text,
  category_image: text,
})

/** Reads the category's name inside a position. */
const positionCategory: FieldReader = {
  expected: 'an object with a category_name',
  isValid: (value) =>
    value === undefined || value === null || (isObject(value) && typeof value['category_name'] === 'string'),
  read: (value) =>
    isObject(value) && isId(value['category_name']) ? { category_name: String(value['category_name']) } : null,
}

const position = recordReader<'Position'>({
  category_id: reference,
  category: positionCategory,
  subcategory_name: requiredText,
  benefits: text,
  tips: text,
  challenges: text,
  safety_tips: text,
  sub_cat_image: text,
})

const product = recordReader<'Product'>({
  product_id: requiredText,
  name: requiredText,
  price: decimal,
  currency: text,
  billing_cycle: text,
  trial_period_days: wholeNumber,
})

const users: ResponseReader = {
  kind: 'list',
  read: (data, note) => {
    if (!isObject(data) || !Array.isArray(data['users'])) {
      note({ field: 'data', value: data, expected: 'an object with a list of users' })
      return { users: readList(data, user, note) }
    }
    const { total, total_is_minimum, summary, statuses, roles, joined, ...rest } = data
    return {
      ...rest,
      users: readList(data['users'], user, note),
      ...(isId(total) && Number.isInteger(Number(total)) && { total: Number(total) }),
      ...(total_is_minimum === true && { total_is_minimum }),
      ...(isSummary(summary) && { summary }),
      ...(areCounts(statuses, ['users']) && { statuses }),
      ...(areCounts(roles, ['users']) && { roles }),
      ...(areCounts(joined, ['total', 'pro', 'basic']) && { joined }),
    }
  },
}

function isSummary(value: unknown): boolean {
  return hasCounts(value, ['total', 'active', 'pro', 'basic', 'none'])
}

function areCounts(value: unknown, names: readonly string[]): boolean {
  return Array.isArray(value) && value.every((item) => hasCounts(item, names))
}

function hasCounts(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => Number.isInteger(value[name]))
}

const settings: ResponseReader = {
  kind: 'object',
  read: (data, note) => {
    if (!isObject(data)) throw new Unreadable('It contains no settings.')
    const { extensions } = data
    const texts = Object.fromEntries(
      ['email', 'first_name', 'last_name'].map((field) => {
        const value = data[field]
        const isOptional = field !== 'email' && (value === undefined || value === null)
        if (typeof value !== 'string' && !isOptional) note({ field, value, expected: 'a text' })
        return [field, isId(value) ? String(value) : field === 'email' ? '' : null]
      }),
    )
    return {
      ...data,
      ...texts,
      extensions: Array.isArray(extensions) ? extensions.filter((name) => typeof name === 'string') : [],
    }
  },
}

const done: ResponseReader = { kind: 'done', read: () => undefined }
const savedProduct = saved(product, false)
const deleted: ResponseReader = { kind: 'delete', read: () => undefined }

export const responseReaders: Record<OperationId, ResponseReader> = {
  login: signIn,
  verifyOtp: token('reset_token'),
  logout: done,
  forgotPassword: done,
  resetPassword: done,
  getSettings: settings,
  updateSettings: done,
  confirmIdentity: done,
  getTwoFactor: asSent,
  startTwoFactor: asSent,
  confirmTwoFactor: asSent,
  renewRecoveryCodes: asSent,
  disableTwoFactor: deleted,
  verifyTwoFactor: token('token'),
  listSessions: asSent,
  endSession: deleted,
  endOtherSessions: asSent,
  listTokens: asSent,
  createToken: asSent,
  revokeToken: deleted,
  listUsers: users,
  deleteUser: deleted,
  listCategories: listOf(category),
  saveCategory: saved(category),
  deleteCategory: deleted,
  listPositions: listOf(position),
  savePosition: saved(position),
  deletePosition: deleted,
  listProducts: listOf(product),
  createProduct: savedProduct,
  updateProduct: savedProduct,
  deleteProduct: deleted,
  listTrash: asSent,
  restoreTrash: asSent,
  purgeTrashItem: deleted,
  emptyTrash: asSent,
  listHistory: asSent,
}
