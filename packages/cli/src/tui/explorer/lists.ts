import { setTimeout as delay } from 'node:timers/promises'
import { indexAfter, type Command } from './keys.ts'
import type { ExplorerOptions, ExplorerRow, RecordPage, Problem, Section, SectionQuery } from './section.ts'
import { EMPTY_LINE, lineText, type TextLine } from './text-line.ts'

/** Delay after typing before a search is sent. */
const SEARCH_DELAY_MS = 200

/** The state of a section's list, kept while another section is shown. */
export interface View {
  search: TextLine
  sort: string
  filter: string
  /** Index of the selected record, over all pages. */
  index: number
  /** The page that was loaded last; undefined before the first. */
  list: (RecordPage & { query: SectionQuery }) | undefined
  problem: Problem | undefined
}

export interface ListsState {
  section: number
  views: readonly View[]
  isLoading: boolean
}

const INITIAL_VIEW: View = { search: EMPTY_LINE, sort: '', filter: '', index: 0, list: undefined, problem: undefined }

/** The lists of all sections: the current one, its query and its rows. */
export class Lists {
  readonly #options: Pick<ExplorerOptions, 'sections' | 'describe'>
  readonly #onChange: () => void
  #pendingLoad: AbortController | undefined
  #state: ListsState
  #size = 0

  constructor(options: Pick<ExplorerOptions, 'sections' | 'describe'>, onChange: () => void) {
    this.#options = options
    this.#onChange = onChange
    this.#state = { section: 0, views: options.sections.map(() => INITIAL_VIEW), isLoading: false }
  }

  get state(): ListsState {
    return this.#state
  }

  /** The number of rows on the screen. */
  get size(): number {
    return this.#size
  }

  get section(): Section {
    const section = this.#options.sections[this.#state.section]
    if (!section) throw new RangeError(`There is no section ${this.#state.section}.`)
    return section
  }

  get view(): View {
    return this.#state.views[this.#state.section] ?? INITIAL_VIEW
  }

  /** The selected record; undefined while the list still shows an earlier query. */
  get selected(): ExplorerRow | undefined {
    const { list, index } = this.view
    if (!list || !isSameQuery(list.query, this.#query())) return undefined
    return list.rows[index - list.query.page * list.query.size]
  }

  /** Sets the number of rows. Returns true if it changed. */
  resize(size: number): boolean {
    const hasChanged = size !== this.#size
    this.#size = size
    return hasChanged
  }

  /** Shows another section, wrapping around. */
  showSection(section: number): void {
    const { length } = this.#options.sections
    this.#set({ section: (section + length) % length })
    this.refresh()
  }

  /** Moves the selection. Returns false if the command does not move. */
  move(command: Command): boolean {
    const { index, list, problem } = this.view
    const target = indexAfter(command, { index, size: this.#size, last: Math.max(0, (list?.total ?? 0) - 1) })
    if (target === undefined || problem) return false
    this.#setView({ index: target })
    this.refresh()
    return true
  }

  search(search: TextLine): void {
    const isNewSearch = lineText(search).trim() !== lineText(this.view.search).trim()
    this.#setView(isNewSearch ? { search, index: 0 } : { search })
    if (isNewSearch) this.refresh(this.section.searchesOnServer() ? SEARCH_DELAY_MS : 0)
  }

  setSortOrFilter(changes: Partial<Pick<View, 'sort' | 'filter'>>): void {
    this.#setView({ ...changes, index: 0 })
    this.refresh()
  }

  /** Shows the rows of the query, from the cache or the server. */
  refresh(pauseMs = 0): void {
    const query = this.#query()
    const cachedPage = this.section.cachedPage(query)
    this.stop()
    if (cachedPage) return this.#show(cachedPage, query)
    this.#setView({ problem: undefined }, { isLoading: true })
    this.#pendingLoad = new AbortController()
    void this.#load(query, pauseMs, this.#pendingLoad.signal)
  }

  /** Cancels the pending call. */
  stop(): void {
    this.#pendingLoad?.abort()
  }

  #set(patch: Partial<ListsState>) {
    this.#state = { ...this.#state, ...patch }
    this.#onChange()
  }

  #setView(patch: Partial<View>, listsPatch: Partial<ListsState> = {}) {
    const { section, views } = this.#state
    this.#set({ ...listsPatch, views: views.with(section, { ...this.view, ...patch }) })
  }

  #query(): SectionQuery {
    const { search, sort, filter, index } = this.view
    return { search: lineText(search).trim(), sort, filter, page: Math.floor(index / this.#size), size: this.#size }
  }

  /** Runs a query after a delay. A new query or section cancels it. */
  async #load(query: SectionQuery, pauseMs: number, signal: AbortSignal) {
    const { section } = this
    try {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal })
      await section.load(query, signal)
      const cachedPage = section.cachedPage(query)
      if (!signal.aborted && cachedPage) this.#show(cachedPage, query)
    } catch (error) {
      if (!signal.aborted) this.#setView({ problem: this.#options.describe(error) }, { isLoading: false })
    }
  }

  #show(page: RecordPage, query: SectionQuery) {
    const { index } = this.view
    const last = Math.max(0, page.total - 1)
    this.#setView({ list: { ...page, query }, index: Math.min(index, last), problem: undefined }, { isLoading: false })
    // The list has become shorter, so its end is on another page.
    if (index > last && this.#query().page !== query.page) this.refresh()
  }
}

function isSameQuery(a: SectionQuery, b: SectionQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
