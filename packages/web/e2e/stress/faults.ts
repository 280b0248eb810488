import type { Page, Route } from '@playwright/test'
import { operations, type OperationId } from '@rapport/core/api/operations.ts'

/** Pause that a busy server asks for. */
export const RETRY_AFTER_SECONDS = 30

/** The error message of a screen: for a failed, refused or denied call, or the server's own message. */
export type ExpectedMessage = 'failed' | 'refused' | 'denied' | { message: string }

/** The kind of a call. A save or deletion accepts some responses that a list does not. */
export type CallKind = 'load' | 'save' | 'delete'

/** A way in which a call fails. */
export interface Fault {
  name: string
  expectedMessage: ExpectedMessage
  /** Kinds of calls that take the response for a success. */
  toleratedBy?: readonly CallKind[]
  /** Responds with the fault, or not at all. */
  strike: (route: Route) => Promise<void>
  /** Milliseconds without a response after which the console gives up. */
  stallMs?: number
  /** Whether the server asks for a pause of `RETRY_AFTER_SECONDS` seconds. */
  asksToWait?: boolean
}

const envelope = (status: number, message = '') => ({ status, json: { code: status, message, data: null } })

const responding = (
  name: string,
  expectedMessage: ExpectedMessage,
  response: Parameters<Route['fulfill']>[0],
  toleratedBy: readonly CallKind[] = [],
): Fault => ({ name, expectedMessage, toleratedBy, strike: (route) => route.fulfill(response) })

const saying = (status: number, message: string): Fault =>
  responding(`${status} with a message`, { message }, envelope(status, message))

const OK = { status: 200, contentType: 'application/json' }

/** All faults that do not end the session. */
export const faults: readonly Fault[] = [
  { name: 'a cut connection', expectedMessage: 'failed', strike: (route) => route.abort('connectionreset') },
  saying(500, 'The disk of the server is full.'),
  responding('500 without a message', 'refused', envelope(500)),
  responding('empty 200', 'failed', { ...OK, body: '' }, ['delete']),
  saying(409, 'Changed in another tab.'),
  responding('HTML 502 of a proxy', 'refused', {
    status: 502,
    contentType: 'text/html',
    body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  }),
  responding('invalid JSON', 'failed', { ...OK, body: '{"code":200,"data":' }),
  responding(
    'HTTP 200 with another code and a message',
    { message: 'Not this time.' },
    {
      ...OK,
      json: { code: 418, message: 'Not this time.', data: null },
    },
  ),
  responding('no envelope', 'failed', { ...OK, json: { ok: true, result: [] } }, ['load', 'delete']),
  responding('HTTP 200 with another code', 'refused', { ...OK, json: { code: 500, message: '', data: null } }),
  responding('a text for data', 'failed', { ...OK, json: { code: '200', message: 7, data: 'all of it' } }, [
    'save',
    'delete',
  ]),
  responding(
    'data of wrong types',
    'failed',
    { ...OK, json: { code: 200, message: '', data: { users: { 1: 'a' } } } },
    ['save', 'delete'],
  ),
  responding('403', 'denied', envelope(403)),
  { name: 'a stall of 30 s', expectedMessage: 'failed', strike: async () => undefined, stallMs: 30_000 },
  responding('413 of a proxy', 'refused', { status: 413, contentType: 'text/html', body: '<h1>Too Large</h1>' }),
  saying(422, 'That cannot be taken.'),
  {
    name: '429 with Retry-After',
    expectedMessage: { message: 'Too many requests.' },
    asksToWait: true,
    strike: (route) =>
      route.fulfill({
        ...envelope(429, 'Too many requests.'),
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      }),
  },
]

/** No network; the tests use `context.setOffline`. */
export const offline: Fault = {
  name: 'offline',
  expectedMessage: 'failed',
  strike: (route) => route.continue(),
}

export const sessionEnded = responding('401', 'denied', envelope(401))

/** Refuses one field of the request, with another message for the whole. */
export const fieldRefused = (field: string, text: string): Fault => {
  const message = 'Please look at the form.'
  const json = { code: 422, message, data: null, errors: { [field]: text } }
  return responding('422 that names a field', { message }, { status: 422, json })
}

/** Intercepts one operation between the console and its server. */
export class Interference {
  /** Fault of the next calls; undefined lets them through. */
  fault: Fault | undefined
  calls = 0
  readonly #waiting: (() => void)[] = []

  private constructor() {}

  static async of(page: Page, operation: OperationId): Promise<Interference> {
    const self = new Interference()
    const { method, path } = operations[operation]
    const pattern = new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
    await page.route(pattern, async (route) => {
      if (route.request().method() !== method) return route.fallback()
      self.calls += 1
      for (const resolve of self.#waiting.splice(0)) resolve()
      return self.fault ? self.fault.strike(route) : route.continue()
    })
    return self
  }

  /** Resolves when the next call is made. */
  nextCall(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
