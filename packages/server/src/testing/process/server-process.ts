import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { builtServer } from './built-server.ts'

export interface Running {
  child: ChildProcess
  ended: Promise<number | null>
  /** All of standard error, once it has ended. */
  stderr: Promise<string>
}

export interface Listening extends Running {
  origin: string
  /** Standard output so far. */
  stdout: string
}

interface SpawnOptions {
  words?: readonly string[]
  env?: Record<string, string>
  /** Text for standard input; empty by default. */
  stdin?: string
  /** Node's arguments before the words; the built server by default. */
  entry?: readonly string[]
}

/** Starts `rapport-server` as it is shipped, with this environment only. */
export function spawnServer({ words = [], env = {}, stdin = '', entry }: SpawnOptions = {}): Running & {
  output: () => Promise<string>
} {
  const child = spawn(process.execPath, [...(entry ?? [builtServer]), ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // An entry that starts a child gets its own process group, as in a shell.
    detached: entry !== undefined,
  })
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, stderr: text(child.stderr), output: () => text(child.stdout) }
}

export async function runToEnd(options: SpawnOptions) {
  const running = spawnServer(options)
  const [code, stdout, stderr] = await Promise.all([running.ended, running.output(), running.stderr])
  return { code, stdout, stderr }
}

/** Waits until a server logs its origin. */
export async function untilListening(running: Running): Promise<Listening> {
  const stdout = await readUntil(running.child, /Console +http\S+/).catch(async (error: unknown) => {
    throw new Error(`The server did not start: ${await running.stderr}`, { cause: error })
  })
  return { ...running, stdout, origin: /Console +(\S+)/.exec(stdout)?.[1] ?? '' }
}

/** Reads standard output until the output matches. */
export function readUntil({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onData = (part: Buffer) => {
      output += String(part)
      if (!pattern.test(output)) return
      stdout?.off('data', onData)
      resolve(output)
    }
    stdout?.on('data', onData).once('end', () => reject(new Error(`The server wrote only: ${output}`)))
  })
}

export async function signInStatus(origin: string, email: string, password: string, from?: string): Promise<number> {
  const response = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(from !== undefined && { 'X-Forwarded-For': from }) },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.status
}
