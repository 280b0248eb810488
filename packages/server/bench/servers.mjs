// Starts servers and sends them requests over raw sockets: Node's HTTP client would take as long as the server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** The bundle that `npm start` runs; `npm run bench` has built it. */
export const OURS = join(import.meta.dirname, '../dist/main.js')
export const BARE = join(import.meta.dirname, 'bare-server.mjs')
const DEMO = join(import.meta.dirname, '../src/demo-main.ts')

export const ADMIN = { RAPPORT_ADMIN_EMAIL: 'bench@example.com', RAPPORT_ADMIN_PASSWORD: 'a password for measuring' }

/** The memory figures of `docs/operating.md` are measured with these settings. */
const SMALL = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_MMAP_THRESHOLD_: '131072' }
const DEFAULTS = { PORT: '0', RAPPORT_DEMO: '0', RAPPORT_REQUESTS_PER_10_SECONDS: '1000000', ...SMALL }

/** Starts a server and resolves, once it listens, with its origin and a function that stops it. */
export async function start(script, env, onSpawn = () => {}) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...DEFAULTS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onSpawn(child.pid)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise((resolve) => child.once('exit', resolve)).finally(() => process.off('exit', kill))
  let said = ''
  for await (const part of child.stdout) {
    said += part
    const origin = /Console +(http\S+)/.exec(said)?.[1]
    if (origin === undefined) continue
    child.stdout.resume()
    const stop = () => (child.kill('SIGTERM'), ended)
    return { origin, stop, pid: child.pid }
  }
  throw new Error(`${script} did not start: ${said}`)
}

/** Fills an empty data folder, or PostgreSQL, with this many sample users. */
export async function fill(users, env) {
  const child = spawn(process.execPath, [DEMO, '--users', String(users)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`Making ${users} users failed.`)
}

const login = (origin, account, headers = {}) =>
  fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(account),
  })

export async function signIn(origin, email = ADMIN.RAPPORT_ADMIN_EMAIL) {
  const response = await login(origin, { email, password: ADMIN.RAPPORT_ADMIN_PASSWORD })
  return (await response.json()).data.token
}

/** Uses a new address and account each time, so that the limits do not reduce the load. */
export function failSignIn(origin, count) {
  const account = { email: `unknown${Date.now()}.${count}@example.com`, password: 'a wrong password' }
  return login(origin, account, { 'X-Forwarded-For': `10.${count >> 8}.${count & 255}.1` })
}

/** 0 except on Linux, the only system that reports the memory of another process. */
export function residentMb(pid) {
  if (process.platform !== 'linux') return 0
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

export function request(method, path, token, body) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`]
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

/**
 * Sends the requests that `next` makes over concurrent connections for `ms`, but at least one. Resolves with the time
 * of each (milliseconds) and the requests per second. Throws at the first response with another status.
 */
export async function load(origin, { connections, ms, next, status }) {
  const { port, hostname } = new URL(origin)
  const times = []
  const started = performance.now()
  const worker = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      let sentAt = 0
      let missing = -1
      const send = () => {
        if (times.length > 0 && performance.now() - started >= ms) return resolve(socket.end())
        sentAt = performance.now()
        socket.write(next())
      }
      socket.on('error', reject).on('connect', send)
      socket.on('data', (part) => {
        if (missing < 0) {
          const head = part.indexOf('\r\n\r\n')
          const text = part.latin1Slice(0, head)
          const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
          if (!text.startsWith(`HTTP/1.1 ${status}`) || Number.isNaN(length)) return reject(new Error(part.toString()))
          missing = length - (part.length - head - 4)
        } else missing -= part.length
        if (missing > 0) return
        missing = -1
        times.push(performance.now() - sentAt)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, worker))
  return { times, perSecond: (times.length / (performance.now() - started)) * 1000 }
}

/** Milliseconds of one request. */
export async function timeOf(origin, token, path, method = 'GET') {
  const next = () => request(method, path, token)
  const { times } = await load(origin, { connections: 1, ms: 0, next, status: 200 })
  return times[0]
}

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => percentile(values, 0.5)
