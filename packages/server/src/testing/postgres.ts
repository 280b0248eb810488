import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgres } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'

/** A PostgreSQL of the tests' own. */
export interface TestPostgres {
  /** The URL of a new empty database; with all that is written to it in this folder, where one is given. */
  createDatabase: (folder?: string) => Promise<string>
  /** The URL of a new database with our empty tables, which takes less than to make them. */
  createMigrated: () => Promise<string>
  /** Shuts the server down, which ends all connections, and starts it again. */
  shutDown: () => Promise<void>
  startUp: () => Promise<void>
  /** Ends the server as a power cut would (`kill -9`), and starts it again. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** PostgreSQL's own name for the account that it is run under on Debian; it refuses to run as root. */
const ACCOUNT = 'postgres'

const serverUrl = process.env['TEST_DATABASE_URL']
const binaries = serverUrl ? undefined : findBinaries()

/** Whether there is a server that tests may shut down. */
export const hasOwnPostgres = binaries !== undefined

/** Whether there is a server to test on: `TEST_DATABASE_URL`, or binaries to start one with. */
export const hasPostgres = serverUrl !== undefined || binaries !== undefined

/** Starts a throw-away server reached by a socket in a temporary folder, or uses that of `TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<TestPostgres> {
  const cluster = binaries === undefined ? undefined : await startCluster(binaries)
  const origin = cluster?.url ?? serverUrl
  const admin = new Client({ connectionString: origin })
  // A test that shuts the server down has no use for this one any more.
  admin.on('error', () => undefined)
  await admin.connect()
  const created: string[] = []
  let template: Promise<string> | undefined

  async function create(withWhat = ''): Promise<string> {
    const name = `rapport_test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} ${withWhat}`)
    created.push(name)
    return name
  }

  async function createTemplate(): Promise<string> {
    const name = await create()
    const database = await openPostgres(urlOf(name), (error) => {
      throw error
    })
    await migrate(database)
    await database.close()
    return name
  }

  function urlOf(name: string): string {
    const url = new URL(origin ?? '')
    url.pathname = `/${name}`
    return url.href
  }

  return {
    async createMigrated() {
      template ??= createTemplate()
      return urlOf(await create(`template ${await template}`))
    },
    async createDatabase(folder) {
      if (folder === undefined) return urlOf(await create())
      const account = unprivilegedAccount()
      if (account) chownSync(folder, account.uid, account.gid)
      const space = `space_${randomUUID().replaceAll('-', '')}`
      await admin.query(`create tablespace ${space} location '${folder}'`)
      return urlOf(await create(`tablespace ${space}`))
    },
    shutDown: async () => cluster?.shutDown(),
    startUp: async () => cluster?.startUp(),
    crash: async () => cluster?.crash(),
    async stop() {
      if (!cluster) for (const name of created) await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await cluster?.stop()
    },
  }
}

function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

async function startCluster(bin: string) {
  const dir = mkdtempSync(join(tmpdir(), 'rapport-postgres-'))
  const account = unprivilegedAccount()
  if (account) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', ACCOUNT, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account,
    stdio: 'ignore',
  })
  const startUp = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, '-k', dir, '-c', 'listen_addresses='], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    process.once('exit', () => started.kill('SIGQUIT'))
    await readiness(started)
    return started
  }
  let server = await startUp()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    url: `postgres://${ACCOUNT}@${encodeURIComponent(dir)}/postgres`,
    shutDown: () => end('SIGINT'),
    async startUp() {
      server = await startUp()
    },
    async crash() {
      await end('SIGKILL')
      // Those who worked for it end by themselves, and it does not start before they have.
      for (let tries = 0; ; tries += 1) {
        try {
          server = await startUp()
          return
        } catch (error) {
          if (tries === 50) throw error
          await wait(100)
        }
      }
    },
    async stop() {
      // Nothing in it is worth the time of an orderly end.
      await end('SIGQUIT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function readiness(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PostgreSQL was started without its log.')
  const seen: string[] = []
  for await (const line of createInterface(server.stderr)) {
    if (line.includes('ready to accept connections')) {
      server.stderr.resume()
      return
    }
    seen.push(line)
  }
  throw new Error(`PostgreSQL did not start:\n${seen.join('\n')}`)
}
