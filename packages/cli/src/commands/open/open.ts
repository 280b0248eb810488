import { withoutTrailingSlashes } from '#cli/config/settings.ts'
import { isLoopback } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Presentation } from '#cli/output/document.ts'

export type Screen = 'dashboard' | 'users' | 'categories' | 'positions' | 'products'

export interface OpenInput {
  screen: Screen | undefined
  id: string | undefined
  browser: boolean
}

/** Routes of the console (specification, section 2), and parameters that open a record. */
const ROUTES: Record<Screen, { path: string; recordQuery?: (id: string) => string }> = {
  dashboard: { path: '/dashboard' },
  // Without a range the console lists only users who joined today.
  users: { path: '/User', recordQuery: (id) => `range=all&search=${id}&user=${id}` },
  categories: { path: '/category', recordQuery: (id) => `edit=${id}` },
  positions: { path: '/Kamasutra', recordQuery: (id) => `edit=${id}` },
  products: { path: '/subscription', recordQuery: (id) => `edit=${id}` },
}

export const fields = ['url']

export async function run({ screen = 'dashboard', id, browser }: OpenInput, deps: Deps) {
  const { profiles, target, openUrl } = deps
  // `npm start` serves the console with the API.
  const local = isLoopback(target.apiUrl) ? withoutTrailingSlashes(target.apiUrl) : undefined
  const consoleUrl = profiles.find(target.profile)?.consoleUrl ?? local
  if (consoleUrl === undefined) {
    throw new CliError('no_console', `Profile ${target.profile} has no console address.`, {
      hint: `Set it: rapport profile set ${target.profile} --console-url URL`,
    })
  }
  const { path, recordQuery } = ROUTES[screen]
  const query = id !== undefined && recordQuery ? `?${recordQuery(encodeURIComponent(id))}` : ''
  const url = `${consoleUrl}${path}${query}`
  if (browser) {
    await openUrl(url).catch((cause: unknown) => {
      throw new CliError('not_opened', 'No browser could be started.', { hint: `Open ${url} yourself.`, cause })
    })
  }
  return { url, browser }
}

export function present({ url, browser }: Awaited<ReturnType<typeof run>>): Presentation {
  const table = () => (browser ? '' : `${visibleLine(url)}\n`)
  return {
    document: { shape: 'record', rows: [{ url }], table },
    ...(browser && { info: `Opening ${url} in the browser.` }),
  }
}
