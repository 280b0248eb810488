import type { Listed, Section, SectionQuery } from './section.ts'

interface Callbacks {
  onListed: (listed: Listed) => void
  onError: (error: unknown) => void
}

/** Runs one query at a time; a new one cancels the old. */
export class Loader {
  #asking: AbortController | undefined
  #pause: NodeJS.Timeout | undefined

  /** Cancels the pending call. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#asking?.abort()
    this.#asking = undefined
  }

  /** Runs a query after a delay in which no other came. */
  ask(section: Section, query: SectionQuery, pauseMs: number, callbacks: Callbacks): void {
    this.stop()
    const asking = new AbortController()
    this.#asking = asking
    const load = () => void this.#load(section, query, asking.signal, callbacks)
    if (pauseMs === 0) load()
    else this.#pause = setTimeout(load, pauseMs)
  }

  async #load(section: Section, query: SectionQuery, signal: AbortSignal, { onListed, onError }: Callbacks) {
    try {
      await section.load(query, signal)
      const cached = section.cached(query)
      if (!signal.aborted && cached) onListed(cached)
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
  }
}
