/**
 * A signal that follows another some milliseconds later: what is under way when a command is interrupted gets to its end,
 * so that its result is known.
 */
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
