import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './client.ts'

interface Compiled<Args extends object, Row> {
  query: CompiledQuery<Row>
  /** Of the argument at each place; undefined where a value of the query itself stands. */
  names: (keyof Args | undefined)[]
}

/** Puts an argument into a query, as a value. */
export type Arg<Args extends object> = <Name extends keyof Args>(name: Name) => Args[Name]

/**
 * A query that is built and compiled once for each engine, and not at every request: that takes longer than running it.
 * `build` must use its arguments as values alone, whatever they are.
 */
export function compiledQuery<Args extends object, Row>(build: (db: Db, arg: Arg<Args>) => Compilable<Row>) {
  const compiled = new WeakMap<object, Compiled<Args, Row>>()
  return async (db: Db, args: Args): Promise<Row[]> => {
    // The same for a database and its transactions.
    const { adapter } = db.getExecutor()
    const { query, names } = compiled.get(adapter) ?? compile(db)
    const parameters = names.map((name, index) => (name === undefined ? query.parameters[index] : args[name]))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }

  function compile(db: Db): Compiled<Args, Row> {
    const places = new Map<unknown, keyof Args>()
    const query = build(db, (name) => {
      const place = {}
      places.set(place, name)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it only passes through, to be exchanged above
      return place as Args[typeof name]
    }).compile()
    const made = { query, names: query.parameters.map((one) => places.get(one)) }
    compiled.set(db.getExecutor().adapter, made)
    return made
  }
}
