import Sqlite from 'better-sqlite3'
import { workerData } from 'node:worker_threads'

// A thread of its own, which `sqlite-readers.ts` starts: long reads keep none of the other requests waiting.

export interface Query {
  sql: string
  parameters: readonly unknown[]
}

export interface ReaderOptions {
  file: string
  cacheKib: number
}

const { file, cacheKib }: ReaderOptions = workerData
const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
sqlite.pragma(`cache_size = -${cacheKib}`)

export default function read({ sql, parameters }: Query): unknown[] {
  return sqlite.prepare(sql).all(parameters)
}
