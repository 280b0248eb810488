import * as answers from '../generated/answers.js'
import type { components } from '../generated/schema.ts'
import { ListParser } from './list-parser.ts'
import { dataOf, outside, settled, toApiError } from './unwrap.ts'

type UserList = components['schemas']['UserList']

/** How many characters are parsed in one step; what comes at once may be megabytes. */
const PARSED_AT_ONCE = 1 << 16
/** How many users are checked in one step. */
const CHECKED_AT_ONCE = 1000

/**
 * The same as `unwrap` of all users, which take long to read: it reads them as they come (`parseAs: 'stream'`). After
 * every piece it waits for `pause`, which may reject to end it and does not count against the call's timeout.
 */
export async function unwrapUsers(
  call: Promise<{ data?: ReadableStream<Uint8Array> | null; error?: unknown; response: Response }>,
  pause: () => Promise<void>,
): Promise<UserList> {
  const { data: body, error, response, known } = await settled(call)
  let envelope = error
  try {
    if (response.ok) envelope = await parsed(body, pause)
  } finally {
    known?.onEnd()
  }
  const data = dataOf({ envelope, response, known })
  const users = isUserList(data) ? data.users : []
  for (let start = 0; start < users.length; start += CHECKED_AT_ONCE) {
    check({ users: users.slice(start, start + CHECKED_AT_ONCE) }, response.status, start)
    await pause()
  }
  check(isUserList(data) ? { ...data, users: [] } : data, response.status)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of it has just been checked
  return data as UserList
}

async function parsed(body: ReadableStream<Uint8Array> | null | undefined, pause: () => Promise<void>) {
  const parser = new ListParser()
  const decoder = new TextDecoder()
  const reader = body?.pipeThrough(readAhead()).getReader()
  const read = async () => {
    const part = await reader?.read().catch((cause: unknown) => {
      throw toApiError(cause)
    })
    return part?.value
  }
  try {
    for (let bytes = await read(); bytes; bytes = await read()) {
      const text = decoder.decode(bytes, { stream: true })
      for (let start = 0; start < text.length; start += PARSED_AT_ONCE) {
        parser.write(text.slice(start, start + PARSED_AT_ONCE))
        await pause()
      }
    }
    parser.write(decoder.decode())
    return parser.end()
  } catch (cause) {
    // Nobody reads what is left.
    await reader?.cancel().catch(() => undefined)
    throw cause instanceof SyntaxError ? toApiError(cause) : cause
  }
}

/** Takes what comes at once: pauses are not to keep the body, and with it the call, waiting until its latest end. */
function readAhead() {
  return new TransformStream<Uint8Array, Uint8Array>({}, undefined, { highWaterMark: Infinity })
}

function check(list: unknown, status: number, start = 0): void {
  if (answers.listUsers(list)) return
  const [problem] = answers.listUsers.errors ?? []
  const instancePath = problem?.instancePath.replace(/^\/users\/(\d+)/, (_, at) => `/users/${start + Number(at)}`)
  throw outside(problem && [{ ...problem, instancePath: instancePath ?? '' }], { operation: 'listUsers', status })
}

function isUserList(data: unknown): data is { users: unknown[] } {
  return typeof data === 'object' && data !== null && 'users' in data && Array.isArray(data.users)
}
