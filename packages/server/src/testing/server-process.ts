import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = join(import.meta.dirname, '../main.ts')

/** A server, or a command of it, as a process of its own. */
export interface Running {
  child: ChildProcess
  /** Its exit code. */
  ended: Promise<number | null>
  /** All that it wrote to standard error, once it has ended. */
  complaint: Promise<string>
}

/** A server that listens. */
export interface Listening extends Running {
  origin: string
  /** What it wrote to standard output until then. */
  said: string
}

interface Words {
  words?: readonly string[]
  env?: Record<string, string>
  /** Piped in; nothing by default. */
  stdin?: string
}

/** Starts `rapport-server` with these words and this environment alone. */
export function spawnServer({ words = [], env = {}, stdin = '' }: Words = {}): Running & {
  output: () => Promise<string>
} {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, complaint: text(child.stderr), output: () => text(child.stdout) }
}

/** Waits until a server says where it listens. */
export async function untilListening(running: Running): Promise<Listening> {
  const said = await readUntil(running.child, /Console +http\S+/).catch(async (error: unknown) => {
    throw new Error(`The server did not start: ${await running.complaint}`, { cause: error })
  })
  return { ...running, said, origin: /Console +(\S+)/.exec(said)?.[1] ?? '' }
}

/** Reads what a server says from now on until it says this. */
function readUntil({ stdout }: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const take = (part: Buffer) => {
      said += String(part)
      if (!wanted.test(said)) return
      stdout?.off('data', take)
      resolve(said)
    }
    stdout?.on('data', take).once('end', () => reject(new Error(`The server said only: ${said}`)))
  })
}
