interface TaskOptions {
  /** Infinity for a task that runs only after `wake` or `runNow`. */
  everyMs: number
  /** Long work checks `isStopping` between its steps and ends early. */
  work: (isStopping: () => boolean) => Promise<void>
  onError: (error: unknown) => void
  /** How long `stop` waits for running work. */
  stopMs?: number
}

/** Repeated background work, one run at a time. */
export interface BackgroundTask {
  /** Runs within `afterMs`, if the next interval is later. */
  wake: (afterMs: number) => void
  /** Runs now and resolves when the run has finished. */
  runNow: () => Promise<void>
  /** Starts no more runs. Resolves when the current one has finished, or after `stopMs`. */
  stop: () => Promise<void>
}

const STOP_MS = 5000

/** Starts a task, which does not keep the process alive. */
export function backgroundTask({ everyMs, work, onError, stopMs = STOP_MS }: TaskOptions): BackgroundTask {
  let last: Promise<void> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY

  function wake(afterMs: number): void {
    const at = performance.now() + afterMs
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY
      void runNow()
    }, afterMs).unref()
  }

  function runNow(): Promise<void> {
    last = last.then(once)
    return last
  }

  async function once(): Promise<void> {
    if (isStopped) return
    try {
      await work(() => isStopped)
    } catch (error) {
      onError(error)
    }
    wake(everyMs)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const stopTimer = setTimeout(resolve, stopMs)
    await Promise.race([last, tooLong])
    clearTimeout(stopTimer)
  }

  wake(everyMs)
  return { wake, runNow, stop }
}
