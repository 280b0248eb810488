/**
 * Child processes that never outlive the script that started them: `capture` keeps the output back for a report,
 * `step` hands over the terminal. Runs on bare Node >= 20 and uses nothing but Node.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNAL_NUMBERS = constants.signals
const live = new Set()
const POLL_MS = 250

/** Sends `signal` to every child that still runs; a child that leads a group passes it to the whole group. */
function stopChildren(signal = 'SIGTERM') {
  for (const child of live) send(child, signal)
}

function send(child, signal) {
  try {
    process.kill(child.leadsGroup ? -child.pid : child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function start(command, args, options) {
  const child = spawn(command, args, options)
  live.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ? 128 + SIGNAL_NUMBERS[signal] : code))
  }).finally(() => live.delete(child))
  return { child, ended }
}

/** Runs a command silently and resolves with `{ code, output }`: both streams as one text. */
export async function capture(command, args, options = {}) {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  try {
    return { code: await ended, output }
  } catch (error) {
    return { code: 127, output: `${command}: ${error.message}\n` }
  }
}

/** Runs a command with its output passed through and resolves with its exit code. */
export function run(command, args, options) {
  return start(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }).ended
}

/**
 * Runs a Node script as the step of this process and resolves with its exit code. The child has a session of its own,
 * so that Ctrl-C or a signal to the whole process group reaches it once, through us, and not twice. The IPC channel
 * tells it when we die without a word (see stop-with-parent.mjs).
 */
export function step(node, args, { group, ...options }) {
  const watch = new URL('stop-with-parent.mjs', import.meta.url).href
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const { child, ended } = start(node, ['--import', watch, ...args], { ...options, detached: true, stdio })
  child.leadsGroup = group
  return ended
}

/**
 * Ends the children, then this process, on SIGINT, SIGTERM or the end of npm above us. The npm scripts `exec` us,
 * because npm's shell would keep the signals that npm hands on. Without npm our parent may be a shell that is meant to
 * go (`run.mjs start &`). `signal` of the answer is what stopped us, once something did.
 */
export function stopOnSignals() {
  const state = { signal: undefined }
  let since = 0
  const stop = (signal) => {
    if (state.signal) {
      // Ctrl-C reaches us from the terminal and from npm at once; only a later one means "now".
      if (Date.now() - since > 1000) stopChildren('SIGKILL')
      return
    }
    state.signal = signal
    since = Date.now()
    process.exitCode = 128 + SIGNAL_NUMBERS[signal]
    stopChildren(signal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stop('SIGTERM'))
  return state
}

function whenParentEnds(callback) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callback()
  }, POLL_MS)
  watch.unref()
}
