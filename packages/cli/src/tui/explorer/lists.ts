import { indexAfter, type Command } from './keys.ts'
import type { ExplorerState, Mode, View } from './mode.ts'
import type { ExplorerOptions, ExplorerRow, RecordPage, Section, SectionQuery } from './section.ts'
import { EMPTY_LINE, lineText, type TextLine } from './text-line.ts'

const INITIAL_VIEW: View = { search: EMPTY_LINE, sort: '', filter: '', index: 0, list: undefined, problem: undefined }

/** The lists of all sections: the current one, its query and its rows. Holds the state that `ExplorerScreen` draws. */
export class Lists {
  readonly options: ExplorerOptions
  /** The number of rows on the screen. */
  protected size = 0
  #state: ExplorerState
  #pendingLoad: AbortController | undefined
  #onChange: () => void = () => undefined

  constructor(options: ExplorerOptions, mode: Mode) {
    this.options = options
    const views = options.sections.map(() => INITIAL_VIEW)
    this.#state = { section: 0, views, isLoading: false, mode, notice: undefined }
  }

  // Arrow functions, because useSyncExternalStore calls them unbound.
  readonly state = (): ExplorerState => this.#state
  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#onChange = onChange
    return () => {
      this.#onChange = () => undefined
    }
  }

  get section(): Section {
    const section = this.options.sections[this.#state.section]
    if (!section) throw new RangeError(`There is no section ${this.#state.section}.`)
    return section
  }

  get view(): View {
    return this.#state.views[this.#state.section] ?? INITIAL_VIEW
  }

  /** The selected record; undefined while the list still shows an earlier query. */
  get selected(): ExplorerRow | undefined {
    const { list, index } = this.view
    return list && this.#isCurrent(list.query) ? list.rows[index - list.query.page * list.query.size] : undefined
  }

  protected set(patch: Partial<ExplorerState>): void {
    this.#state = { ...this.#state, ...patch }
    this.#onChange()
  }

  /** Shows another section, wrapping around. */
  protected showSection(section: number): void {
    const { length } = this.options.sections
    this.set({ section: (section + length) % length })
    this.refresh()
  }

  /** Moves the selection. Returns false if the command does not move. */
  protected moveSelection(command: Command): boolean {
    const { index, list, problem } = this.view
    const target = indexAfter(command, { index, size: this.size, last: Math.max(0, (list?.total ?? 0) - 1) })
    if (target === undefined || problem) return false
    this.#setView({ index: target })
    if (!list || !this.#isCurrent(list.query)) this.refresh()
    return true
  }

  protected search(search: TextLine): void {
    const isNewSearch = lineText(search).trim() !== lineText(this.view.search).trim()
    this.#setView(isNewSearch ? { search, index: 0 } : { search })
    if (isNewSearch) this.refresh()
  }

  protected setSortOrFilter(changes: Partial<Pick<View, 'sort' | 'filter'>>): void {
    this.#setView({ ...changes, index: 0 })
    this.refresh()
  }

  /** Shows the rows of the query, from the cache or the server. A new query or section cancels a pending call. */
  protected refresh(): void {
    this.stopLoading()
    const query = this.#query()
    const { signal } = (this.#pendingLoad = new AbortController())
    const page = this.section.load(query, signal)
    if (!(page instanceof Promise)) return this.#show(page, query)
    this.#setView({ problem: undefined }, true)
    page.then(
      (loaded) => signal.aborted || this.#show(loaded, query),
      (error: unknown) => signal.aborted || this.#setView({ problem: this.options.describe(error) }, false),
    )
  }

  /** Cancels the pending call. */
  protected stopLoading(): void {
    this.#pendingLoad?.abort()
  }

  #setView(patch: Partial<View>, isLoading = this.#state.isLoading) {
    const { section, views } = this.#state
    this.set({ isLoading, views: views.with(section, { ...this.view, ...patch }) })
  }

  #query(): SectionQuery {
    const { search, sort, filter, index } = this.view
    return { search: lineText(search).trim(), sort, filter, page: Math.floor(index / this.size), size: this.size }
  }

  #isCurrent(query: SectionQuery): boolean {
    return JSON.stringify(query) === JSON.stringify(this.#query())
  }

  #show(page: RecordPage, query: SectionQuery) {
    // If the list has become shorter, its end is on another page.
    this.#setView({ index: Math.min(this.view.index, Math.max(0, page.total - 1)) })
    if (this.#isCurrent(query)) this.#setView({ list: { ...page, query }, problem: undefined }, false)
    else this.refresh()
  }
}
