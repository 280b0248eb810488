import { createApi } from '@rapport/core/api/client.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Target } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'
import { named } from '#cli/lib/call.ts'
import { failedFinding, type Finding } from './finding.ts'

/** Whether the token is good, and what the server speaks beyond the plain contract. Tried once: a doctor does not wait. */
export async function sessionFindings(target: Target, { send, signal, flags }: Deps): Promise<Finding[]> {
  const api = createApi({
    baseUrl: target.apiUrl,
    fetch: send,
    getToken: () => target.token,
    timeoutMs: flags.timeout * 1000,
  })
  try {
    const { email, extensions = [] } = await unwrap(api.GET('/api/admin/get-settings', { signal }))
    const by = target.tokenSource === 'environment' ? 'RAPPORT_TOKEN' : `profile ${target.profile}`
    const spoken = extensions.length === 0 ? 'none: the plain contract will do' : extensions.join(', ')
    return [
      { check: 'session', status: 'ok', detail: `signed in as ${email}, by ${by}`, hint: null },
      { check: 'extensions', status: 'ok', detail: spoken, hint: null },
    ]
  } catch (thrown) {
    return [failedFinding('session', named('getSettings', thrown), target)]
  }
}
