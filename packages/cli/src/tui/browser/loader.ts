import type { Listed, Section, SectionQuery } from './section.ts'

interface Callbacks {
  onListed: (listed: Listed) => void
  onError: (error: unknown) => void
}

/** Asks a section for one thing at a time: whatever is asked next takes the place of what was asked before. */
export class Loader {
  #asking: AbortController | undefined
  #pause: NodeJS.Timeout | undefined

  /** Gives up what is under way. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#asking?.abort()
    this.#asking = undefined
  }

  /** Asks, after some milliseconds in which nothing else is asked. */
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
