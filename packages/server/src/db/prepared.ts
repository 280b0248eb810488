import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './client.ts'

/** Stands for an argument in a query that is compiled before any is known. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Puts an argument into a query, as a value. */
export type Arg<Args extends object> = <Name extends keyof Args>(name: Name) => Args[Name]

/**
 * A query that is built and compiled once for each engine, and not at every request: that takes longer than running it.
 * `build` must use its arguments as values alone, whatever they are.
 */
export function prepared<Args extends object, Row>(build: (db: Db, arg: Arg<Args>) => Compilable<Row>) {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it only passes through, to be exchanged below
  const arg = <Name extends keyof Args>(name: Name) => new Placeholder(name) as Args[Name]
  return async (db: Db, args: Args): Promise<Row[]> => {
    // The same for a database and its transactions.
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, arg).compile()
    compiled.set(adapter, query)
    const values = new Map<PropertyKey, unknown>(Object.entries(args))
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values.get(one.name) : one))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
