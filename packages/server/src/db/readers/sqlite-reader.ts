import { setPriority } from 'node:os'
import Sqlite from 'better-sqlite3'
import { Tinypool } from 'tinypool'
import { withCachedStatements } from '../cached-statements.ts'

// Runs in a worker thread that `sqlite-readers.ts` starts, so that long reads do not delay other requests.

export interface Query {
  sql: string
  parameters: readonly unknown[]
}

const NICENESS = 10
// Only on Linux does a thread have its own priority; elsewhere this would slow the whole server.
if (process.platform === 'linux') setPriority(NICENESS)

const file: string = Tinypool.workerData
const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
const statements = withCachedStatements(sqlite)

export default function read({ sql, parameters }: Query): readonly unknown[] {
  return statements.prepare(sql).all(parameters)
}
