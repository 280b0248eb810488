import { randomUUID } from 'node:crypto'
import { chownSync } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Cluster, postgresBinaries, startCluster, unprivilegedAccount } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of the run, and its template database with our empty tables, or why it did not start. */
    postgres: { url: string; template: string } | { problem: string } | undefined
  }
}

/** A PostgreSQL for one test, which may shut it down or crash it. */
export interface TestPostgres extends Omit<Cluster, 'url'> {
  /** Creates an empty database, in `folder` if given. */
  createDatabase: (folder?: string) => Promise<string>
}

/** Creates databases on the PostgreSQL that all files of a run share. */
export interface SharedPostgres {
  createDatabase: () => Promise<string>
  /** Copies the template, which is faster than creating the tables. */
  createMigrated: () => Promise<string>
  stop: () => Promise<void>
}

export const hasOwnPostgres = postgresBinaries !== undefined

/** Whether `TEST_DATABASE_URL` is set or PostgreSQL is installed. */
export const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined || hasOwnPostgres

export async function startPostgres(): Promise<TestPostgres> {
  const cluster = await startCluster()
  const databases = await openDatabases(cluster.url)
  return {
    ...cluster,
    async createDatabase(folder) {
      if (folder === undefined) return databases.create()
      const account = unprivilegedAccount()
      if (account) chownSync(folder, account.uid, account.gid)
      const space = `space_${randomUUID().replaceAll('-', '')}`
      await databases.admin.query(`create tablespace ${space} location '${folder}'`)
      return databases.create(`tablespace ${space}`)
    },
    async stop() {
      await databases.admin.end()
      await cluster.stop()
    },
  }
}

export async function sharedPostgres(): Promise<SharedPostgres> {
  const sharedCluster = inject('postgres')
  if (sharedCluster === undefined) throw new Error('There is no PostgreSQL.')
  if ('problem' in sharedCluster) {
    // In each test, since Vitest skips those of a file that fails before.
    const fail = () => Promise.reject(new Error(sharedCluster.problem))
    return { createDatabase: fail, createMigrated: fail, stop: () => Promise.resolve() }
  }
  const { admin, create } = await openDatabases(sharedCluster.url)
  const urls: string[] = []
  const keep = (url: string) => {
    urls.push(url)
    return url
  }
  return {
    createDatabase: async () => keep(await create()),
    createMigrated: async () => keep(await create(`template ${sharedCluster.template}`)),
    async stop() {
      for (const url of urls) await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
      await admin.end()
    },
  }
}

async function openDatabases(url: string) {
  const admin = new Client({ connectionString: url })
  // A test that shuts PostgreSQL down no longer needs this connection.
  admin.on('error', () => undefined)
  await admin.connect()
  const create = async (options = ''): Promise<string> => {
    const name = `rapport_test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} ${options}`)
    const database = new URL(url)
    database.pathname = `/${name}`
    return database.href
  }
  return { admin, create }
}
