import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, type RouterProviderProps } from 'react-router-dom'
import { vi } from 'vitest'
import { routes } from '#app/router.tsx'

type Fetch = (request: Request) => Promise<Response>

interface Options {
  /** Handles every request of the console. */
  fetch: Fetch
  /** Token of the stored session. */
  token?: string
}

/** Renders the console at a path, against this server. */
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

/** Creates an enveloped response. */
export function envelope(status: number, message = '', headers?: HeadersInit): Response {
  return Response.json({ code: status, message, data: null }, { status, ...(headers && { headers }) })
}

/** Wraps fetch: intercepts matching requests. */
export function intercept(fetch: Fetch, matches: string, respond: () => Response | Promise<Response>): Fetch {
  return async (request) => (isCall(request, matches) ? respond() : fetch(request))
}

/** Wraps fetch: changes the data of matching responses. */
export function withData(fetch: Fetch, matches: string, change: (data: never) => unknown): Fetch {
  return async (request) => {
    const response = await fetch(request)
    if (!isCall(request, matches)) return response
    const body: { data: never } = await response.json()
    return Response.json({ ...body, data: change(body.data) }, { status: response.status })
  }
}

/** Wraps fetch: records requests as `METHOD /path?query`. */
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
