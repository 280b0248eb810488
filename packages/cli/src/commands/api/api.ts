import { basename } from 'node:path'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { operations } from '@rapport/core/api/operations.ts'
import { assertSuccess, toApiError } from '@rapport/core/api/read-response.ts'
import { detectMediaType } from '@rapport/core/images/image-kind.ts'
import { withRetries } from '#cli/api/retries.ts'
import { formatTarget, requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { withoutPassword } from '#cli/io/proxy.ts'
import { parseJson, readNamedFile } from '#cli/io/read-file.ts'
import { safeJson } from '#cli/io/terminal-text.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface ApiInput {
  method: string
  path: string
  /** The fields of the body, each as `key=value`. */
  field?: readonly string[]
  input?: string
  paginate?: boolean
}

/** Returns the body as the server sent it; undefined if it is empty. */
export async function run(input: ApiInput, deps: Deps): Promise<unknown> {
  const { method, path, paginate = false } = input
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(path)) {
    throw new CliError('usage', `${withoutPassword(path)} is not a path: it names a host.`, {
      hint: 'Use a path such as users or /api/admin/users. --api-url sets the address of the API.',
    })
  }
  const url = new URL(
    `${deps.target.apiUrl}${path.startsWith('/') ? path : `/api/admin/${path.replace(/^api\/admin\//, '')}`}`,
  )
  const isPublic = Object.values(operations).some(
    (operation) =>
      operation.security === 'none' && operation.method === method && url.pathname.endsWith(operation.path),
  )
  if (!isPublic) requireToken(deps.target)
  if (method === 'DELETE')
    await requireConsent(deps, {
      action: `DELETE ${url.pathname}`,
      lines: [],
      prompt: `Send DELETE ${url.pathname}${url.search} to ${formatTarget(deps.target)}?`,
      readsStdin: input.input === '-',
      hint: 'Pass --yes to send it without being asked.',
      declinedMessage: 'Nothing was sent.',
    })
  if (method === 'GET') {
    if (input.input !== undefined) throw new CliError('usage', 'A GET has no body: use --field instead of --input.')
    for (const [name, value] of parseFields(input)) url.searchParams.append(name, value)
    return paginate ? readAllPages(url, deps) : send(url, { method }, deps)
  }
  if (paginate) throw new CliError('usage', '--paginate is for GET.')
  return send(url, { method, ...(await readBody(input, deps)) }, deps)
}

function parseFields({ field = [] }: ApiInput): [name: string, value: string][] {
  return field.map((option) => [option.slice(0, option.indexOf('=')), option.slice(option.indexOf('=') + 1)])
}

async function readBody(input: ApiInput, deps: Deps): Promise<Pick<RequestInit, 'body' | 'headers'>> {
  const headers = { 'Content-Type': 'application/json' }
  if (input.input !== undefined) {
    const hint = 'Specify a file with JSON.'
    const body = new TextDecoder().decode(await readNamedFile(input.input, hint, deps))
    return { headers, body }
  }
  const fields = parseFields(input)
  if (fields.length === 0) return {}
  if (!fields.some(([, value]) => value.startsWith('@'))) {
    return {
      headers,
      body: JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, parseFieldValue(value)]))),
    }
  }
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(name, value.startsWith('@') ? await readFormFile(value.slice(1), deps) : value)
  return { body: form }
}

function parseFieldValue(value: string): unknown {
  return /^(true|false|null|-?(0|[1-9]\d{0,14}))$/.test(value) ? JSON.parse(value) : value
}

async function readFormFile(path: string, deps: Deps): Promise<File> {
  const bytes = await readNamedFile(path, 'Specify a file.', deps)
  return new File([bytes], basename(path), { type: detectMediaType(bytes) })
}

/** The server's maximum. */
const PAGE_SIZE = 1000

/** Returns the first response with the records of all pages. */
async function readAllPages(url: URL, deps: Deps): Promise<unknown> {
  url.searchParams.set('page_size', String(PAGE_SIZE))
  url.searchParams.set('page', '1')
  const firstPage = await send(url, { method: 'GET' }, deps)
  const list = pagedList(firstPage)
  if (!list) return firstPage
  for (let page = 2; list.rows.length < list.total; page += 1) {
    url.searchParams.set('page', String(page))
    const nextRows = pagedList(await send(url, { method: 'GET' }, deps))?.rows ?? []
    if (nextRows.length === 0) break
    list.rows.push(...nextRows)
  }
  return firstPage
}

/** Returns the list and its total; undefined if the response has no pages. */
function pagedList(body: unknown): { rows: unknown[]; total: number } | undefined {
  const data: unknown = isObjectOrArray(body) ? body['data'] : undefined
  if (!isObjectOrArray(data) || typeof data['total'] !== 'number') return undefined
  const rows = Object.values(data).find((value) => Array.isArray(value))
  // A total that is only a minimum does not show where the list ends.
  const total = data['total_is_minimum'] === true ? Number.POSITIVE_INFINITY : data['total']
  return rows && { rows, total }
}

/** Throws `ApiError` unless the response is a success. */
function send(url: URL, init: RequestInit, deps: Deps): Promise<unknown> {
  const { flags, target, sleep, debug, onWait } = deps
  const attempt = async () => {
    const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(flags.timeout * 1000)])
    const request = new Request(url, init)
    if (target.token !== undefined) request.headers.set('Authorization', `Bearer ${target.token}`)
    return readResponse(await deps.apiFetch(request, { signal }), {
      isDelete: init.method === 'DELETE',
      isLogin: url.pathname.endsWith(operations.login.path),
    })
  }
  const rethrow = (thrown: unknown) => Promise.reject(thrown instanceof CliError ? thrown : toApiError(thrown))
  return withRetries(() => attempt().catch(rethrow), {
    sleep,
    mayRepeat: () => init.method === 'GET',
    onRetry(error, delay) {
      debug(`retry ${url.pathname}: ${error.message}`)
      onWait(error, delay)
    },
  })
}

async function readResponse(response: Response, callKind: { isDelete: boolean; isLogin: boolean }): Promise<unknown> {
  const text = await response.text()
  const body = parseJson(text)
  assertSuccess({ response, body, ...callKind })
  if (body === undefined && text !== '') throw new ApiError('bad_response', 'The response is not JSON.')
  return body
}

function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function present(body: unknown): Presentation {
  if (!isObjectOrArray(body)) return body === undefined ? {} : { info: safeJson(body) }
  const fields = Object.keys(body)
  return { document: { shape: 'record', rows: [body], fields, table: () => `${safeJson(body, 2)}\n` } }
}
