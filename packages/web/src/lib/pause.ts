/** Lets the browser paint and answer before what follows. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
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
