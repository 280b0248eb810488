import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { postgresBinaries, startCluster } from './postgres-cluster.ts'

const TEMPLATE = 'rapport_test_template'

/**
 * Starts one PostgreSQL for the whole run, with a template database that has our empty tables. Vitest calls this first. If
 * it does not start, the tests that need it fail with its words, and all others run.
 */
export default async function setUp({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const givenUrl = process.env['TEST_DATABASE_URL']
  if (givenUrl === undefined && postgresBinaries === undefined) {
    process.stderr.write('The PostgreSQL tests are skipped: no server binaries and no TEST_DATABASE_URL.\n')
    provide('postgres', undefined)
    return undefined
  }
  try {
    return await prepare(givenUrl, provide)
  } catch (error) {
    const problem = `The PostgreSQL of the tests did not start. ${String(error)}`
    process.stderr.write(`${problem}\n`)
    provide('postgres', { problem })
    return undefined
  }
}

async function prepare(givenUrl: string | undefined, provide: TestProject['provide']): Promise<() => Promise<void>> {
  const cluster = givenUrl === undefined ? await startCluster() : undefined
  const url = givenUrl ?? cluster?.url ?? ''
  await query(url, `drop database if exists ${TEMPLATE}`)
  await query(url, `create database ${TEMPLATE}`)
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  const database = await openPostgres(template.href, (error) => {
    throw error
  })
  await migrate(database)
  await database.close()
  provide('postgres', { url, template: TEMPLATE })
  return async () => (cluster ? cluster.stop() : query(url, `drop database ${TEMPLATE}`))
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(text)
  await client.end()
}
