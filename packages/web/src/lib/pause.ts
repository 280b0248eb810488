/** How long work may keep a frame waiting. */
export const SLICE_MS = 12

/** Lets the browser paint and answer before what follows. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) {
      setTimeout(resolve)
      return
    }
    // The timers of a hidden page fire once a second, or once a minute; messages come.
    const { port1, port2 } = new MessageChannel()
    const end = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', end)
    port1.start()
    port2.postMessage(undefined)
  })
}

/** Waits so long; false when the signal ended it before. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(!signal.aborted)
    }
    const timer = setTimeout(end, milliseconds)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** What work calls again and again: it waits for the next task once a slice is over, and rejects when the signal says stop. */
export function betweenFrames(signal: AbortSignal): () => Promise<void> {
  let end = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < end) return
    await nextTask()
    signal.throwIfAborted()
    end = performance.now() + SLICE_MS
  }
}
