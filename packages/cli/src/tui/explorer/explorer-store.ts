import { applyKey, createRecordForm, createSignInForm, moveFocus, pasteText, sendForm, withWarning } from './forms.ts'
import { type Command, indexAfter, type KeyPress, splitKeys, toCommand } from './keys.ts'
import { Lists } from './lists.ts'
import {
  type ExplorerExit,
  type Form,
  type FormMode,
  info,
  type Mode,
  type ModeOf,
  type Notice,
  success,
} from './mode.ts'
import type { ExplorerOptions, ExplorerRow, Problem } from './section.ts'
import { applyTextKey, EMPTY_LINE, insertText, lineText } from './text-line.ts'

type CommandName = Exclude<Command, object>
type Actions = Partial<Record<CommandName, () => void>>

/** The explorer in the terminal: handles keys and responses. */
export class ExplorerStore extends Lists {
  readonly #onLeave: (exit: ExplorerExit) => void
  #isLargeEnough = true
  #readController: AbortController | undefined
  #writeController: AbortController | undefined

  constructor(options: ExplorerOptions, onLeave: (exit: ExplorerExit) => void) {
    // If signing in is not possible, the lists say what to do.
    const needsSignIn = !options.isSignedIn && options.signIn !== undefined
    super(options, needsSignIn ? signInMode(options) : { name: 'list' })
    this.#onLeave = onLeave
  }

  /** Sets the number of rows; undefined if the screen is too small. */
  resize(size: number | undefined): void {
    this.#isLargeEnough = size !== undefined
    if (size === undefined || size === this.size) return
    this.size = size
    if (this.#mode.name !== 'signIn') this.refresh()
  }

  /** Sets the largest scroll position of the details, which is known once they are drawn. */
  limitScroll(max: number): void {
    const mode = this.#mode
    if (mode.name === 'details' && mode.top > max) this.set({ mode: { ...mode, top: max } })
  }

  /** Quits, like Ctrl-C. */
  interrupt(): void {
    this.#leave(true)
  }

  /** Cancels pending calls. */
  close(): void {
    this.stopLoading()
    this.#readController?.abort()
    this.#writeController?.abort()
  }

  press(press: KeyPress): void {
    if (press.key.ctrl && press.input === 'c') return this.#leave(true)
    if (this.#isBusy) return
    if (!this.#isLargeEnough) {
      const command = toCommand(press)
      if (command === 'leave' || command === 'back') this.#leave(false)
      return
    }
    for (const single of splitKeys(press)) {
      // An earlier key may have started a call.
      if (this.#isBusy) return
      const previousMode = this.#mode.name
      this.#pressOne(single)
      // Keys typed ahead must not answer a question that was not visible yet.
      if (this.#mode.name === 'question' && previousMode !== 'question') return
    }
  }

  /** Inserts pasted text into the focused field; ignored elsewhere. */
  paste(text: string): void {
    const mode = this.#mode
    if (this.#isBusy) return
    if (mode.name === 'search') this.search(insertText(this.view.search, text))
    else if ('form' in mode) this.#setForm(mode, pasteText(mode.form, text))
  }

  get #isBusy() {
    const mode = this.#mode
    return 'isBusy' in mode && mode.isBusy
  }

  get #mode(): Mode {
    return this.state().mode
  }

  #setForm(mode: FormMode, form: Form) {
    this.set({ mode: { ...mode, form } })
  }

  #leave(wasInterrupted: boolean) {
    const wasWriting = this.#writeController !== undefined
    this.close()
    this.#onLeave({ wasInterrupted, wasWriting })
  }

  #pressOne(press: KeyPress) {
    const mode = this.#mode
    if (mode.name === 'search') return this.#pressInSearch(press)
    if ('form' in mode) return this.#pressInForm(mode, press)
    if (mode.name === 'question') return this.#answer(mode, press)
    const command = toCommand(press)
    if (command === 'leave') return this.#leave(false)
    if (mode.name === 'help') return this.set({ mode: { name: 'list' } })
    if (command === undefined) return
    if (mode.name === 'menu') return this.#runInMenu(mode, command)
    if (command === 'help') return this.set({ mode: { name: 'help' } })
    if (mode.name === 'details') return this.#runInDetails(mode, command)
    if (command === 'dashboard') return void this.#showDashboard()
    if (typeof command === 'object') return this.#showIfExists(command.section)
    if (mode.name === 'dashboard') return this.#runInDashboard(mode, command)
    return this.#runInList(command)
  }

  #runInList(command: CommandName) {
    const { section } = this.state()
    const row = this.view.problem ? undefined : this.selected
    const actions: Actions = {
      nextSection: () => this.#show(section + 1),
      previousSection: () => this.#show(section - 1),
      search: () => this.set({ mode: { name: 'search' }, notice: undefined }),
      reload: () => this.#reload(undefined),
      signIn: () => this.#signInAgain(this.view.problem),
      back: () => this.#goBack(),
      sort: () => this.#openMenu('sort'),
      filter: () => this.#openMenu('filter'),
      create: () => this.#beginAction('create', undefined),
      ...(row && {
        open: () => this.set({ mode: { name: 'details', row, top: 0 }, notice: undefined }),
        edit: () => this.#beginAction('edit', row),
        delete: () => this.#beginAction('delete', row),
      }),
    }
    return (actions[command] ?? (() => this.#move(command)))()
  }

  #signInAgain(problem: Problem | undefined) {
    if (problem?.needsSignIn && this.options.signIn) this.set({ mode: signInMode(this.options) })
  }

  #openMenu(setting: 'sort' | 'filter') {
    const { section, view } = this
    const choices =
      setting === 'sort'
        ? [{ label: 'Default order', value: '' }, ...section.sorts]
        : [{ label: 'All', value: '' }, ...section.filters()]
    const index = Math.max(
      0,
      choices.findIndex(({ value }) => value === view[setting]),
    )
    this.set({ mode: { name: 'menu', setting, choices, index }, notice: undefined })
  }

  #goBack() {
    const { search, filter } = this.view
    if (lineText(search) === '' && filter === '') return this.#leave(false)
    this.search(EMPTY_LINE)
    this.setSortOrFilter({ filter: '' })
  }

  #runInMenu(mode: ModeOf<'menu'>, command: Command) {
    const { choices, setting } = mode
    const index = indexAfter(command, { index: mode.index, size: this.size, last: choices.length - 1 })
    if (index !== undefined) return this.set({ mode: { ...mode, index } })
    if (command !== 'back' && command !== 'open') return
    this.set({ mode: { name: 'list' } })
    if (command === 'open') this.setSortOrFilter({ [setting]: choices[mode.index]?.value ?? '' })
  }

  #runInDashboard({ problem }: ModeOf<'dashboard'>, command: CommandName) {
    if (command === 'back') this.#leave(false)
    else if (command === 'reload') void this.#showDashboard()
    else if (command === 'signIn') this.#signInAgain(problem)
    else if (command === 'nextSection') this.#show(0)
    else if (command === 'previousSection') this.#show(-1)
  }

  async #showDashboard() {
    this.stopLoading()
    this.#readController?.abort()
    const { signal } = (this.#readController = new AbortController())
    this.set({ mode: { name: 'dashboard' }, notice: undefined })
    const mode = await this.options.loadDashboard(signal).then(
      (dashboard): Mode => ({ name: 'dashboard', dashboard }),
      (error: unknown): Mode => ({ name: 'dashboard', problem: this.options.describe(error) }),
    )
    if (!signal.aborted && this.#mode.name === 'dashboard') this.set({ mode })
  }

  #runInDetails(mode: ModeOf<'details'>, command: Command) {
    if (command === 'edit' || command === 'delete') return this.#beginAction(command, mode.row)
    if (command === 'back' || command === 'open') return this.set({ mode: { name: 'list' } })
    const top = indexAfter(command, { index: mode.top, size: this.size, last: Number.MAX_SAFE_INTEGER })
    if (top !== undefined) this.set({ mode: { ...mode, top } })
  }

  #showIfExists(section: number) {
    if (section < this.options.sections.length) this.#show(section)
  }

  #show(section: number) {
    this.#readController?.abort()
    this.set({ mode: { name: 'list' }, notice: undefined })
    this.showSection(section)
  }

  #move(command: Command) {
    if (this.moveSelection(command)) this.set({ notice: undefined })
  }

  #reload(notice: Notice | undefined) {
    this.section.clearCache()
    this.set({ notice })
    this.refresh()
  }

  #pressInSearch(press: KeyPress) {
    const { key } = press
    const leavesSearch = key.return || key.tab || key.escape || key.upArrow || key.downArrow
    if (!leavesSearch) {
      const line = applyTextKey(this.view.search, press)
      return line && this.search(line)
    }
    this.set({ mode: { name: 'list' } })
    if (key.escape) this.search(EMPTY_LINE)
    if (key.upArrow || key.downArrow) this.#move(key.upArrow ? 'up' : 'down')
  }

  #beginAction(command: 'create' | 'edit' | 'delete', row: ExplorerRow | undefined) {
    const { section } = this
    if (row && command === 'delete') void this.#askToDelete(row)
    else if (section.fields.length === 0) this.set({ notice: info(`${section.title} cannot be created or edited.`) })
    else
      this.set({ mode: { name: 'edit', row, form: createRecordForm(section, row), isBusy: false }, notice: undefined })
  }

  #pressInForm(mode: FormMode, press: KeyPress) {
    const { key } = press
    const { form } = mode
    if (key.escape) return this.#cancelForm(mode)
    if (key.downArrow || (key.tab && !key.shift)) return this.#setForm(mode, moveFocus(form, 1))
    if (key.upArrow || key.tab) return this.#setForm(mode, moveFocus(form, -1))
    // Enter in the address moves on to the password.
    if (key.return && mode.name === 'signIn' && form.focusedIndex === 0) return this.#setForm(mode, moveFocus(form, 1))
    if (key.return && !key.meta) return void this.#submit(mode)
    this.#setForm(mode, applyKey(form, press))
  }

  /** Closes the form. Without a session there is no list to return to, so the explorer closes. */
  #cancelForm(mode: FormMode) {
    if (mode.name === 'signIn' && !this.view.list && !this.view.problem) return this.#leave(false)
    this.set({ mode: mode.name === 'signIn' ? mode.back : { name: 'list' } })
  }

  async #submit(mode: FormMode) {
    const warnedForm = mode.name === 'edit' ? withWarning(mode.form, this.section, mode.row) : undefined
    if (warnedForm) return this.#setForm(mode, warnedForm)
    this.set({ mode: { ...mode, isBusy: true } })
    try {
      const notice = await this.#write((signal) => sendForm(mode, this, signal))
      this.#finish(notice, mode.name === 'signIn' ? mode.back : undefined)
    } catch (error) {
      const { lines, needsSignIn } = this.options.describe(error)
      const hasSessionEnded = needsSignIn && this.options.signIn !== undefined
      const back = { ...mode, isBusy: false, form: { ...mode.form, messages: hasSessionEnded ? [] : lines } }
      // The form returns after signing in.
      this.set({ mode: hasSessionEnded ? signInMode(this.options, back) : back })
    }
  }

  async #askToDelete(row: ExplorerRow) {
    this.#readController?.abort()
    const { signal } = (this.#readController = new AbortController())
    this.set({ mode: { name: 'question', row, isBusy: false }, notice: undefined })
    try {
      const isUndoable = await this.section.isUndoable(signal)
      if (!signal.aborted) this.set({ mode: { name: 'question', row, isBusy: false, isUndoable } })
    } catch (error) {
      if (!signal.aborted) this.#finish({ status: 'error', lines: this.options.describe(error).lines })
    }
  }

  #answer({ row, isUndoable }: ModeOf<'question'>, { input, key }: KeyPress) {
    if (input.toLowerCase() === 'y' && !key.meta) {
      if (isUndoable !== undefined) void this.#delete(row, isUndoable)
      return
    }
    if (!key.escape && !key.return && !['n', 'q'].includes(input.toLowerCase())) return
    this.#readController?.abort()
    this.set({ mode: { name: 'list' }, notice: info('Nothing was deleted.') })
  }

  async #delete(row: ExplorerRow, isUndoable: boolean) {
    this.set({ mode: { name: 'question', row, isBusy: true, isUndoable } })
    try {
      this.#finish(success(await this.#write((signal) => this.section.delete(row, isUndoable, signal))))
    } catch (error) {
      this.#finish({ status: 'error', lines: this.options.describe(error).lines })
    }
  }

  #finish(notice: Notice, mode: Mode = { name: 'list' }) {
    this.set({ mode })
    this.#reload(notice)
  }

  async #write<Result>(send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    this.#writeController = controller
    try {
      return await send(controller.signal)
    } finally {
      this.#writeController = undefined
    }
  }
}

function signInMode({ email }: ExplorerOptions, back: Mode = { name: 'list' }): Mode {
  return { name: 'signIn', form: createSignInForm(email()), isBusy: false, back }
}
