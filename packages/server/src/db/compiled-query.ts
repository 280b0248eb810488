import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import type { Schema } from './schema.ts'

interface CachedQuery<Args extends object, Row> {
  query: CompiledQuery<Row>
  /** The argument for each parameter; undefined where the query has its own value. */
  argNames: (keyof Args | undefined)[]
}

/** A function that marks where an argument goes in a query. */
export type Arg<Args extends object> = <Name extends keyof Args>(name: Name) => Args[Name]

/**
 * Builds and compiles a query once per engine, since compiling takes longer than running it. `build` may use its
 * arguments only as values: it gets placeholders.
 */
export function compiledQuery<Args extends object, Row>(build: (db: Db, arg: Arg<Args>) => Compilable<Row>) {
  const cache = new WeakMap<object, CachedQuery<Args, Row>>()
  return async (db: Db, args: Args): Promise<Row[]> => {
    // The adapter is the same for a database and its transactions.
    const { adapter } = db.getExecutor()
    const { query, argNames } = cache.get(adapter) ?? compile(db)
    const parameters = argNames.map((name, index) => (name === undefined ? query.parameters[index] : args[name]))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }

  function compile(db: Db): CachedQuery<Args, Row> {
    const placeholders = new Map<unknown, keyof Args>()
    const query = build(db, (name) => {
      const placeholder = {}
      placeholders.set(placeholder, name)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a placeholder, replaced above
      return placeholder as Args[typeof name]
    }).compile()
    const cachedQuery = { query, argNames: query.parameters.map((parameter) => placeholders.get(parameter)) }
    cache.set(db.getExecutor().adapter, cachedQuery)
    return cachedQuery
  }
}

/** Creates an insert, compiled with the columns of its first row, which every row must have. `returns` makes it return the row. */
export function compiledInsert(table: keyof Schema, { returns = false } = {}) {
  let insert: ((db: Db, row: Record<string, unknown>) => Promise<unknown[]>) | undefined
  return async (trx: Db, row: object): Promise<unknown> => {
    insert ??= compiledQuery((db, arg: Arg<Record<string, unknown>>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- placeholders for the columns of the table
      const values = Object.fromEntries(Object.keys(row).map((column) => [column, arg(column)])) as never
      const query = db.insertInto(table).values(values)
      return returns ? query.returningAll() : query
    })
    return (await insert(trx, { ...row }))[0]
  }
}

/**
 * Hides a text from SQLite's planner with a cast. Otherwise SQLite prepares a join again for each value that a column is
 * compared with, which takes longer than running it.
 */
export function hideFromPlanner(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`
}
