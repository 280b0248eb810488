/** Follows another signal with a delay, so that pending requests can finish after an interruption. */
export function graceSignal(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const follow = () => {
    timer = setTimeout(() => controller.abort(), milliseconds)
  }
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', follow)
    },
  }
}
