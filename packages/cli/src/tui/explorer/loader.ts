import type { Listed, Section, SectionQuery } from './section.ts'

interface Callbacks {
  onListed: (listed: Listed) => void
  onError: (error: unknown) => void
}

/** Runs one query at a time; a new one cancels the old. */
export class Loader {
  #pending: AbortController | undefined
  #pause: NodeJS.Timeout | undefined

  /** Cancels the pending call. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#pending?.abort()
    this.#pending = undefined
  }

  /** Runs a query after a delay in which no other came. */
  load(section: Section, query: SectionQuery, pauseMs: number, callbacks: Callbacks): void {
    this.stop()
    const pending = new AbortController()
    this.#pending = pending
    const send = () => void this.#send(section, query, pending.signal, callbacks)
    if (pauseMs === 0) send()
    else this.#pause = setTimeout(send, pauseMs)
  }

  async #send(section: Section, query: SectionQuery, signal: AbortSignal, { onListed, onError }: Callbacks) {
    try {
      await section.load(query, signal)
      const cached = section.cached(query)
      if (!signal.aborted && cached) onListed(cached)
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
  }
}
