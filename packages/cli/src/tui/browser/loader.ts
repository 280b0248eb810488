import type { Listed, Section, SectionQuery } from './section.ts'

interface Callbacks {
  onListed: (listed: Listed) => void
  onError: (error: unknown) => void
}

/** Loads one query at a time: the next one cancels the one before. */
export class Loader {
  #asking: AbortController | undefined
  #pause: NodeJS.Timeout | undefined

  /** Cancels the call under way. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#asking?.abort()
    this.#asking = undefined
  }

  /** Loads after a pause in which no other query came. */
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
