import { indexAfter, type Command } from './keys.ts'
import { Loader } from './loader.ts'
import type { ExplorerOptions, ExplorerRow, Listed, Problem, Section, SectionQuery } from './section.ts'
import { EMPTY_LINE, lineText, type TextLine } from './text-line.ts'

/** Delay after typing before a search is sent. */
const SEARCH_DELAY_MS = 200

/** The state of a section's list, kept while another section is shown. */
export interface View {
  search: TextLine
  sort: string
  filter: string
  /** Index of the selected record, over all pages. */
  at: number
  shown: (Listed & { query: SectionQuery }) | undefined
  problem: Problem | undefined
}

export interface ListsState {
  section: number
  views: readonly View[]
  isLoading: boolean
}

const NEW_VIEW: View = { search: EMPTY_LINE, sort: '', filter: '', at: 0, shown: undefined, problem: undefined }

/** Manages the lists of all sections: the current one, its query and its rows. */
export class Lists {
  readonly #options: Pick<ExplorerOptions, 'sections' | 'describe'>
  readonly #onChange: () => void
  readonly #loader = new Loader()
  #state: ListsState
  #size = 0

  constructor(options: Pick<ExplorerOptions, 'sections' | 'describe'>, onChange: () => void) {
    this.#options = options
    this.#onChange = onChange
    this.#state = { section: 0, views: options.sections.map(() => NEW_VIEW), isLoading: false }
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
    return this.#state.views[this.#state.section] ?? NEW_VIEW
  }

  /** The selected record; undefined while the list still shows an earlier query. */
  get selected(): ExplorerRow | undefined {
    const { shown, at } = this.view
    if (!shown || !isSame(shown.query, this.#query())) return undefined
    return shown.rows[at - shown.query.page * shown.query.size]
  }

  /** Sets the number of rows. Returns true if it changed. */
  resize(size: number): boolean {
    const isNew = size !== this.#size
    this.#size = size
    return isNew
  }

  /** Shows another section, wrapping around. */
  showSection(section: number): void {
    const { length } = this.#options.sections
    this.#set({ section: (section + length) % length })
    this.refresh()
  }

  /** Moves the selection. Returns false if the command does not move. */
  move(command: Command): boolean {
    const { at, shown, problem } = this.view
    const target = indexAfter(command, { at, size: this.#size, last: Math.max(0, (shown?.total ?? 0) - 1) })
    if (target === undefined || problem) return false
    this.#setView({ at: target })
    this.refresh()
    return true
  }

  search(search: TextLine): void {
    const isOther = lineText(search).trim() !== lineText(this.view.search).trim()
    this.#setView(isOther ? { search, at: 0 } : { search })
    if (isOther) this.refresh(this.section.searchesOnServer() ? SEARCH_DELAY_MS : 0)
  }

  setSortOrFilter(changes: Partial<Pick<View, 'sort' | 'filter'>>): void {
    this.#setView({ ...changes, at: 0 })
    this.refresh()
  }

  /** Shows the rows of the query, from the cache or the server. */
  refresh(pauseMs = 0): void {
    const query = this.#query()
    const cached = this.section.cached(query)
    this.#loader.stop()
    if (cached) return this.#show(cached, query)
    this.#setView({ problem: undefined }, { isLoading: true })
    this.#loader.load(this.section, query, pauseMs, {
      onListed: (listed) => this.#show(listed, query),
      onError: (error) => this.#setView({ problem: this.#options.describe(error) }, { isLoading: false }),
    })
  }

  /** Cancels the pending call. */
  stop(): void {
    this.#loader.stop()
  }

  #set(patch: Partial<ListsState>) {
    this.#state = { ...this.#state, ...patch }
    this.#onChange()
  }

  #setView(patch: Partial<View>, more: Partial<ListsState> = {}) {
    const { section, views } = this.#state
    this.#set({ ...more, views: views.with(section, { ...this.view, ...patch }) })
  }

  #query(): SectionQuery {
    const { search, sort, filter, at } = this.view
    return { search: lineText(search).trim(), sort, filter, page: Math.floor(at / this.#size), size: this.#size }
  }

  #show(listed: Listed, query: SectionQuery) {
    const { at } = this.view
    const last = Math.max(0, listed.total - 1)
    this.#setView({ shown: { ...listed, query }, at: Math.min(at, last), problem: undefined }, { isLoading: false })
    // The list became shorter, so its end is on another page.
    if (at > last && this.#query().page !== query.page) this.refresh()
  }
}

function isSame(a: SectionQuery, b: SectionQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
