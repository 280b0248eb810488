import { MINUTE } from '#server/domain/time.ts'

interface TaskOptions {
  /** Milliseconds between runs; if undefined, only `runNow` starts one. */
  everyMs: number | undefined
  /** Long work must check `isStopping` between its steps and end early. */
  work: (isStopping: () => boolean) => Promise<void>
  onError: (error: unknown) => void
  /** How long `stop` waits for running work. */
  stopMs?: number
}

/** Repeated background work, one run at a time. */
export interface BackgroundTask {
  /** Runs now and resolves when the run has finished. */
  runNow: () => Promise<void>
  /** Starts no more runs. Resolves when the current one has finished, or after `stopMs`. */
  stop: () => Promise<void>
}

const STOP_MS = 5000
/** The longest backoff, which grows so that an outage of the database does not fill the log. A longer interval stays. */
const MAX_BACKOFF_MS = MINUTE

/** Starts a task that does not keep the process alive. */
export function startBackgroundTask({ everyMs, work, onError, stopMs = STOP_MS }: TaskOptions): BackgroundTask {
  let lastRun: Promise<void> = Promise.resolve()
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function scheduleNext(): void {
    clearTimeout(timer)
    if (isStopped || everyMs === undefined) return
    const backoff = Math.min(everyMs * 2 ** failures, MAX_BACKOFF_MS)
    timer = setTimeout(() => void runNow(), Math.max(everyMs, backoff)).unref()
  }

  function runNow(): Promise<void> {
    lastRun = lastRun.then(runOnce)
    return lastRun
  }

  async function runOnce(): Promise<void> {
    if (isStopped) return
    try {
      await work(() => isStopped)
      failures = 0
    } catch (error) {
      failures += 1
      onError(error)
    }
    scheduleNext()
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const stopTimer = setTimeout(resolve, stopMs)
    await Promise.race([lastRun, timeout])
    clearTimeout(stopTimer)
  }

  scheduleNext()
  return { runNow, stop }
}
