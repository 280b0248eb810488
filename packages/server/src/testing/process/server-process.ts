import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { builtServer } from './built-server.ts'

/** A server, or a command of it, as a process of its own. */
export interface Running {
  child: ChildProcess
  /** Its exit code. */
  ended: Promise<number | null>
  /** All that it wrote to standard error, once it has ended. */
  stderr: Promise<string>
}

/** A server that listens. */
export interface Listening extends Running {
  origin: string
  /** What it wrote to standard output until then. */
  stdout: string
}

interface Words {
  words?: readonly string[]
  env?: Record<string, string>
  /** Piped in; nothing by default. */
  stdin?: string
  /** What Node is given before the words, for another than the built server. */
  entry?: readonly string[]
}

/** Starts `rapport-server`, as it is shipped, with these words and this environment alone. */
export function spawnServer({ words = [], env = {}, stdin = '', entry }: Words = {}): Running & {
  output: () => Promise<string>
} {
  const child = spawn(process.execPath, [...(entry ?? [builtServer()]), ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // An entry that starts another process is given a group of its own, as a shell does.
    detached: entry !== undefined,
  })
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, stderr: text(child.stderr), output: () => text(child.stdout) }
}

/** Runs a command to its end. */
export async function runToEnd(options: Words) {
  const running = spawnServer(options)
  const [code, stdout, stderr] = await Promise.all([running.ended, running.output(), running.stderr])
  return { code, stdout, stderr }
}

/** Waits until a server says where it listens. */
export async function untilListening(running: Running): Promise<Listening> {
  const stdout = await readUntil(running.child, /Console +http\S+/).catch(async (error: unknown) => {
    throw new Error(`The server did not start: ${await running.stderr}`, { cause: error })
  })
  return { ...running, stdout, origin: /Console +(\S+)/.exec(stdout)?.[1] ?? '' }
}

/** Reads standard output from now on, until this is written. */
export function readUntil({ stdout }: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const take = (part: Buffer) => {
      output += String(part)
      if (!wanted.test(output)) return
      stdout?.off('data', take)
      resolve(output)
    }
    stdout?.on('data', take).once('end', () => reject(new Error(`The server wrote only: ${output}`)))
  })
}

/** The HTTP status of signing in. */
export async function signInStatus(origin: string, email: string, password: string, from?: string): Promise<number> {
  const response = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(from !== undefined && { 'X-Forwarded-For': from }) },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.status
}
