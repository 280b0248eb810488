import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, type RouterProviderProps } from 'react-router-dom'
import { vi } from 'vitest'
import { routes } from '#app/router.tsx'

type Fetch = (request: Request) => Promise<Response>

interface Options {
  /** Answers every request of the console, as `fetch` of a test server does. */
  fetch: Fetch
  /** The session that the browser holds. */
  token?: string
}

/** Opens the whole console at a path, in front of a server. */
export function renderApp(
  path: string,
  { fetch, token }: Options,
): { user: UserEvent; router: RouterProviderProps['router'] } {
  vi.stubGlobal('fetch', fetch)
  if (token !== undefined) localStorage.setItem('authToken', token)
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router }
}

/** An answer in the contract's envelope. */
export function envelope(status: number, message = '', headers?: HeadersInit): Response {
  return Response.json({ code: status, message, data: null }, { status, ...(headers && { headers }) })
}

/** A fetch that answers what matches itself, and lets the server answer the rest. */
export function intercept(fetch: Fetch, matches: string, answer: () => Response | Promise<Response>): Fetch {
  return async (request) => (isCall(request, matches) ? answer() : fetch(request))
}

/** A fetch that lets the server answer and changes the data of what matches. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each test says what the server answers
export function withData<Data>(fetch: Fetch, matches: string, change: (data: Data) => unknown): Fetch {
  return async (request) => {
    const answer = await fetch(request)
    if (!isCall(request, matches)) return answer
    const body: { data: Data } = await answer.json()
    return Response.json({ ...body, data: change(body.data) }, { status: answer.status })
  }
}

/** A fetch that remembers what was asked, as `METHOD /path?query`. */
export function recording(fetch: Fetch): { fetch: Fetch; calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      calls.push(`${request.method} ${pathname}${search}`)
      return fetch(request)
    },
  }
}

function isCall(request: Request, matches: string): boolean {
  return `${request.method} ${new URL(request.url).pathname}`.startsWith(matches)
}
