interface TaskOptions {
  /** Infinite: only when it is woken or told to. */
  everyMs: number
  /** What runs for long asks `isStopping` between its steps, and begins no other one then. */
  work: (isStopping: () => boolean) => Promise<void>
  onError: (error: unknown) => void
  /** How long stopping waits for what is being done. */
  stopMs?: number
}

/** Something done again and again beside the requests, never twice at a time. */
export interface BackgroundTask {
  /** Has it done after so many milliseconds at the latest, rather than at the next turn. */
  wake: (afterMs: number) => void
  /** Does it now and resolves when it is done. */
  runNow: () => Promise<void>
  /** Resolves when nothing of it runs any more, nor will; or what is being done takes too long to wait for. */
  stop: () => Promise<void>
}

const STOP_MS = 5000

/** Starts a task; it does not keep the process alive. */
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
    const impatience = setTimeout(resolve, stopMs)
    await Promise.race([last, tooLong])
    clearTimeout(impatience)
  }

  wake(everyMs)
  return { wake, runNow, stop }
}
