import type { OperationId } from '../operations.ts'
import type { Note } from './deviation.ts'
import { isId } from './fields.ts'
import { fieldNames, isObject, type ReadableRecord, type RecordReader, recordReaders } from './records.ts'

/** How the `data` of an operation's success is read. */
export interface AnswerReader {
  kind: 'list' | 'save' | 'delete' | 'done' | 'object'
  /** The data for the caller. Throws `Unreadable`. */
  read: (data: unknown, note: Note) => unknown
}

/** The data is not what the operation answers; the message says what is missing. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** The records of a list: `data` itself, or the one list inside it; null and nothing are an empty one. */
function readList(data: unknown, readRecord: RecordReader, note: Note): ReadableRecord[] {
  return listIn(data).flatMap((sent) => readRecord(sent, note) ?? [])
}

function listIn(data: unknown): unknown[] {
  if (data === undefined || data === null) return []
  if (Array.isArray(data)) return data
  const lists = isObject(data) ? Object.values(data).filter((value) => Array.isArray(value)) : []
  const [list] = lists
  if (list && lists.length === 1) return list
  if (isObject(data) && Object.values(data).every((value) => value === null)) return []
  throw new Unreadable('It holds no list.')
}

function listOf(readRecord: RecordReader): AnswerReader {
  return {
    kind: 'list',
    read: (data, note) => {
      if (!Array.isArray(data)) note({ field: 'data', value: data, expected: 'a list' })
      return readList(data, readRecord, note)
    },
  }
}

const users: AnswerReader = {
  kind: 'list',
  read: (data, note) => {
    if (!isObject(data) || !Array.isArray(data['users'])) {
      note({ field: 'data', value: data, expected: 'an object with a list of users' })
      return { users: readList(data, recordReaders.user, note) }
    }
    const { total, total_is_minimum, summary, ...rest } = data
    return {
      ...rest,
      users: readList(data['users'], recordReaders.user, note),
      ...(isId(total) && Number.isInteger(Number(total)) && { total: Number(total) }),
      ...(total_is_minimum === true && { total_is_minimum }),
      ...(isSummary(summary) && { summary }),
    }
  },
}

function isSummary(value: unknown): boolean {
  return isObject(value) && ['total', 'active', 'pro', 'basic', 'none'].every((name) => Number.isInteger(value[name]))
}

/** The saved record; undefined where the server answers less than all of it, and its list has to be read again. */
function saved(entity: keyof typeof fieldNames, isPromised = true): AnswerReader {
  return {
    kind: 'save',
    read: (data, note) => {
      const [record] = Array.isArray(data) ? data : [data]
      const isWhole = isObject(record) && isId(record['id']) && fieldNames[entity].every((field) => field in record)
      if (isPromised && (!isWhole || Array.isArray(data)))
        note({ field: 'data', value: data, expected: 'the saved record' })
      return isWhole ? recordReaders[entity](record, note) : undefined
    },
  }
}

function token(name: string): AnswerReader {
  return {
    kind: 'object',
    read: (data) => {
      if (!isObject(data) || !isId(data[name])) throw new Unreadable(`It holds no ${name}.`)
      return { ...data, [name]: String(data[name]) }
    },
  }
}

const settings: AnswerReader = {
  kind: 'object',
  read: (data, note) => {
    if (!isObject(data)) throw new Unreadable('It holds no settings.')
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

const done: AnswerReader = { kind: 'done', read: () => undefined }
const savedProduct = saved('product', false)
const deleted: AnswerReader = { kind: 'delete', read: () => undefined }

export const answerReaders: Record<OperationId, AnswerReader> = {
  login: token('token'),
  verifyOtp: token('reset_token'),
  logout: done,
  forgotPassword: done,
  resetPassword: done,
  getSettings: settings,
  updateSettings: done,
  listUsers: users,
  deleteUser: deleted,
  listCategories: listOf(recordReaders.category),
  saveCategory: saved('category'),
  deleteCategory: deleted,
  listPositions: listOf(recordReaders.position),
  savePosition: saved('position'),
  deletePosition: deleted,
  listProducts: listOf(recordReaders.product),
  createProduct: savedProduct,
  updateProduct: savedProduct,
  deleteProduct: deleted,
}
