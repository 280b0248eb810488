import type { Listed, Section, SectionQuery } from './section.ts'

/** Who waits for an answer. */
interface Waiting {
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
  ask(section: Section, query: SectionQuery, pauseMs: number, waiting: Waiting): void {
    this.stop()
    const asking = new AbortController()
    this.#asking = asking
    const load = () => void this.#load(section, query, asking.signal, waiting)
    if (pauseMs === 0) load()
    else this.#pause = setTimeout(load, pauseMs)
  }

  async #load(section: Section, query: SectionQuery, signal: AbortSignal, { onListed, onError }: Waiting) {
    try {
      await section.load(query, signal)
      const held = section.held(query)
      if (!signal.aborted && held) onListed(held)
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
  }
}
