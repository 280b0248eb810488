import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type * as Queries from '@testing-library/dom'
import type { Browser } from './browser.ts'

/** A control or a text as people find it. A string is the whole name. */
export interface Target {
  role?: string
  name?: string | RegExp
  label?: string | RegExp
  text?: string | RegExp
  /** Which of several; the first by default. */
  nth?: number
  /** Where it is. */
  within?: Target
}

/** A visible element: its middle, what a click there would hit, and what it holds. */
interface Found {
  x: number
  y: number
  /** Null where a click hits the element itself. */
  coveredBy: string | null
  isDisabled: boolean
  text: string
  value: string | null
}

declare global {
  interface Window {
    /** Testing Library's queries. */
    TestingLibraryDom?: typeof Queries
    clickGuard?: AbortController
    missedClick?: boolean
  }
}

const WAIT_MS = 15_000
const POLL_MS = 50

/** Testing Library's queries, in the page. */
const QUERIES = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

/** The console in a browser, by what is on it. Waits for what it is asked for, and fails after 15 seconds. */
export class Screen {
  readonly browser: Browser
  readonly #origin: string

  constructor(browser: Browser, origin: string) {
    this.browser = browser
    this.#origin = origin
  }

  open(to: string): Promise<void> {
    return this.browser.goto(this.#origin + to)
  }

  path(): Promise<string> {
    return this.evaluate(() => location.pathname + location.search)
  }

  /** Runs a function in the page, so it may refer to nothing outside. Arguments and result are JSON. */
  async evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return JSON.parse(await this.browser.evaluate(`(${String(run)})(...${JSON.stringify(args)})`))
  }

  async click(target: Target): Promise<void> {
    await this.#until(`clicking ${describe(target)}`, async () => {
      const found = await this.#find(target, true)
      if (!found) return undefined
      if (found.isDisabled) return 'it is disabled'
      if (found.coveredBy !== null) return `${found.coveredBy} covers it`
      await this.browser.clickAt(found.x, found.y)
      return (await this.evaluate(() => window.missedClick)) ? 'it moved away' : true
    })
  }

  async enter(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.browser.press('Control', 'a')
    await this.browser.type(text)
  }

  sees(target: Target): Promise<Found> {
    return this.#until(`seeing ${describe(target)}`, () => this.#find(target))
  }

  async misses(target: Target): Promise<void> {
    await this.#until(`no longer seeing ${describe(target)}`, async () =>
      (await this.#find(target)) ? undefined : true,
    )
  }

  async isAt(expected: RegExp): Promise<void> {
    await this.#until(`being at ${expected}`, async () => {
      const now = await this.path()
      return expected.test(now) ? true : `it is at ${now}`
    })
  }

  /** Returns the visible elements that a click in their middle would not hit, each scrolled into view. */
  covered(selector: string): Promise<string[]> {
    return this.evaluate(findCovered, selector)
  }

  /** Calls `attempt` until it returns something but undefined or a reason to wait. */
  async #until<Result extends object | true>(
    what: string,
    attempt: () => Promise<Result | string | undefined>,
  ): Promise<Result> {
    const end = Date.now() + WAIT_MS
    let reason: string | undefined
    do {
      const result = await attempt()
      if (result !== undefined && typeof result !== 'string') return result
      reason = result
      await delay(POLL_MS)
    } while (Date.now() < end)
    throw new Error(`${what}: ${reason ?? 'not so'}, at ${await this.path()}`)
  }

  async #find(target: Target, guarded = false): Promise<Found | undefined> {
    const query = toQuery(target)
    const [isLoaded, found] = await this.evaluate(findInPage, query, guarded)
    if (isLoaded) return found
    await this.browser.evaluate(`(function () { ${QUERIES} })()`)
    return undefined
  }
}

/** A target as JSON. */
interface Query extends Omit<Target, 'name' | 'label' | 'text' | 'within'> {
  name?: [string, string] | undefined
  label?: [string, string] | undefined
  text?: [string, string] | undefined
  within?: Query | undefined
}

const toPattern = (text: string | RegExp | undefined): [string, string] | undefined =>
  text === undefined
    ? undefined
    : typeof text === 'string'
      ? [`^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`, '']
      : [text.source, text.flags]

const toQuery = ({ name, label, text, within, ...rest }: Target): Query => ({
  ...rest,
  name: toPattern(name),
  label: toPattern(label),
  text: toPattern(text),
  within: within && toQuery(within),
})

const describe = (target: Target): string =>
  JSON.stringify(target, (_, value: unknown) => (value instanceof RegExp ? String(value) : value))

/**
 * Runs in the page, so it may refer to nothing outside. The first result is false where the queries are missing. If
 * `guarded`, the next click is kept from all other elements: the target may move before it arrives.
 */
function findInPage(query: Query, guarded: boolean): [boolean, Found?] {
  const queries = window.TestingLibraryDom
  if (!queries || !document.body) return [false]
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const find = ({ role, name, label, text, nth = 0, within }: Query): HTMLElement | undefined => {
    const from = within ? find(within) : document.body
    if (!from) return undefined
    const found = role
      ? queries.queryAllByRole(from, role, name ? { name: new RegExp(...name) } : {})
      : label
        ? queries.queryAllByLabelText(from, new RegExp(...label))
        : queries.queryAllByText(from, new RegExp(text?.[0] ?? '', text?.[1]))
    return found.filter(isVisible)[nth]
  }
  const element = find(query)
  if (!element) return [true]
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
  const hit = () => document.elementFromPoint(middle().x, middle().y)
  // Bars that stick to an edge may cover what is barely in view.
  if (!isInside(middle()) || !element.contains(hit())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // A click on a label reaches its control.
  const isOn = (node: EventTarget | null) =>
    node instanceof Node &&
    (element.contains(node) || (node instanceof Element && node.closest('label')?.control === element))
  const top = hit()
  const coveredBy = isOn(top) ? null : (top?.outerHTML.slice(0, 120) ?? 'nothing in view')
  const isDisabled = element.matches(':disabled, [aria-disabled=true]')
  if (guarded && coveredBy === null && !isDisabled) {
    window.clickGuard?.abort()
    const guard = new AbortController()
    window.clickGuard = guard
    const { y } = middle()
    const check = (event: Event) => {
      if (event.type === 'pointerdown') window.missedClick = !isOn(event.target)
      // A menu that opened under the mouse is no miss.
      if (event.type === 'mouseup' && !isOn(event.target) && middle().y !== y) window.missedClick = true
      if (window.missedClick === true) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (event.type === 'click') guard.abort()
    }
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      addEventListener(type, check, { capture: true, signal: guard.signal })
    }
  }
  return [
    true,
    {
      ...middle(),
      coveredBy,
      isDisabled,
      text: element.innerText.replaceAll(/\s+/g, ' ').trim(),
      value: element instanceof HTMLInputElement ? element.value : null,
    },
  ]
}

/** Runs in the page, as `findInPage`. */
function findCovered(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
    .flatMap((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      const isHit = element.contains(top) || top?.closest('label')?.control === element
      return isHit ? [] : [`${element.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}`]
    })
}
