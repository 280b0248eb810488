import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

export interface Cluster {
  url: string
  /** Stops the server, which ends all connections; `startUp` starts it again. */
  shutDown: () => Promise<void>
  startUp: () => Promise<void>
  /** Kills the server as a power cut would (`kill -9`), and starts it again. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** Debian's account for PostgreSQL, which refuses to run as root. */
const ACCOUNT = 'postgres'

/** Data in memory, since most of a test's time would be spent on `fsync`, which the server requires. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/** The folder of PostgreSQL's programs: POSTGRES_BIN, or where Debian's package installs them. */
export const postgresBinaries = process.env['POSTGRES_BIN'] ?? findBinaries()

/** Starts a temporary cluster that listens on a socket. The error says what PostgreSQL said. */
export async function startCluster(): Promise<Cluster> {
  const bin = postgresBinaries
  if (bin === undefined) throw new Error('PostgreSQL is not installed.')
  const dir = mkdtempSync(join(hasFreeMemory() ? MEMORY : tmpdir(), 'rapport-postgres-'))
  const account = unprivilegedAccount()
  if (account) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', ACCOUNT, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account,
    stdio: 'pipe',
  })
  const startUp = async () => {
    const settings = ['listen_addresses=', 'max_connections=200'].flatMap((setting) => ['-c', setting])
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', dir, ...settings], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    process.once('exit', () => child.kill('SIGQUIT'))
    await untilReady(child)
    return child
  }
  let server = await startUp()
  const end = async (signal: NodeJS.Signals) => {
    const exit = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await exit
  }
  return {
    url: `postgres://${ACCOUNT}@${encodeURIComponent(dir)}/postgres`,
    shutDown: () => end('SIGINT'),
    async startUp() {
      server = await startUp()
    },
    async crash() {
      await end('SIGKILL')
      // PostgreSQL does not start before its old worker processes have ended.
      for (let attempts = 0; ; attempts += 1) {
        try {
          server = await startUp()
          return
        } catch (error) {
          if (attempts === 50) throw error
          await delay(100)
        }
      }
    },
    async stop() {
      // The data is not worth an orderly shutdown.
      await end('SIGQUIT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Returns the account that must own PostgreSQL's files if the tests run as root. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function hasFreeMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PostgreSQL was started without its log.')
  const logLines: string[] = []
  for await (const line of createInterface(server.stderr)) {
    if (line.includes('ready to accept connections')) {
      server.stderr.resume()
      return
    }
    logLines.push(line)
  }
  throw new Error(`PostgreSQL did not start:\n${logLines.join('\n')}`)
}
