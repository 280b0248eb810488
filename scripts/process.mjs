/**
 * Runs child processes that end with this script. `capture` collects the output, `step` passes the terminal on. Needs only Node >= 20.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNAL_NUMBERS = constants.signals
const children = new Set()
const POLL_MS = 250

/** Signals every running child; a group leader passes it to its group. */
function stopChildren(signal = 'SIGTERM') {
  for (const child of children) send(child, signal)
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
  children.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ? 128 + SIGNAL_NUMBERS[signal] : code))
  }).finally(() => children.delete(child))
  return { child, ended }
}

/** Runs a command silently. Resolves with `{ code, output }`, where output is stdout and stderr. */
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

/** Runs a command with its output passed through. Resolves with the exit code. */
export function run(command, args, options) {
  return start(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }).ended
}

/**
 * Runs a Node script as the step of this process. Resolves with the exit code. The child has its own session, so that
 * Ctrl-C or a signal to the group reaches it once, through us. The IPC channel tells it when we die (see
 * stop-with-parent.mjs).
 */
export function step(node, args, { group, ...options }) {
  const preload = new URL('stop-with-parent.mjs', import.meta.url).href
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const { child, ended } = start(node, ['--import', preload, ...args], { ...options, detached: true, stdio })
  child.leadsGroup = group
  return ended
}

/**
 * Ends the children, then this process, on SIGINT, SIGTERM or the end of npm above us. The npm scripts `exec` us,
 * because npm's shell would swallow signals. Without npm our parent may be a shell that is meant to end (`run.mjs start
 * &`). Returns an object whose `signal` is set once one arrived.
 */
export function stopOnSignals() {
  const state = { signal: undefined }
  let stopTime = 0
  const stop = (signal) => {
    if (state.signal) {
      // Ctrl-C arrives twice at once, from terminal and npm; only a later one means "now".
      if (Date.now() - stopTime > 1000) stopChildren('SIGKILL')
      return
    }
    state.signal = signal
    stopTime = Date.now()
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
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}
