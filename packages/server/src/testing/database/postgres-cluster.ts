import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

export interface Cluster {
  url: string
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

/** Memory instead of a disk: the server under test wants `fsync` on, which is what most of a test's time would go to. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/** The programs to start a cluster with, where Debian's package is installed. */
export const postgresBinaries = findBinaries()

/** Starts a throw-away cluster that is reached by a socket in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const bin = postgresBinaries
  if (bin === undefined) throw new Error('PostgreSQL is not installed.')
  const dir = mkdtempSync(join(hasMemoryToSpare() ? MEMORY : tmpdir(), 'rapport-postgres-'))
  const account = unprivilegedAccount()
  if (account) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', ACCOUNT, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account,
    stdio: 'ignore',
  })
  const startUp = async () => {
    const settings = ['listen_addresses=', 'max_connections=200'].flatMap((setting) => ['-c', setting])
    const started = spawn(join(bin, 'postgres'), ['-D', data, '-k', dir, ...settings], {
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
      // Its worker processes end by themselves, and it does not start before they have.
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

/** The account that PostgreSQL's files must belong to, where the tests run as root. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function hasMemoryToSpare(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES
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
