import { ApiError } from '@rapport/core/api/api-error.ts'
import { createApi } from '@rapport/core/api/client.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Target } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'
import { named } from '#cli/lib/call.ts'
import { failedFinding, type Finding } from './finding.ts'

/** Beyond that, days such as `today` are other ones here and there, and a token's end is misjudged. */
const SKEW_ALLOWED_S = 300

interface Probed {
  finding: Finding
  /** Nothing when no answer came. */
  response?: Response
}

/** Asks without a token: an API of the contract answers with its envelope, and refuses (401). */
export async function probeApi(target: Target, { send, signal, flags }: Deps): Promise<Probed> {
  const started = performance.now()
  let response: Response | undefined
  const api = createApi({
    baseUrl: target.apiUrl,
    timeoutMs: flags.timeout * 1000,
    // The client makes no call without a token: this one gets no further than here.
    getToken: () => 'none',
    async fetch(request) {
      request.headers.delete('Authorization')
      response = await send(request)
      return response
    },
  })
  const probed = (finding: Finding): Probed => (response ? { finding, response } : { finding })
  try {
    await unwrap(api.GET('/api/admin/get-settings', { signal }))
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) {
      return probed(failedFinding('api', named('getSettings', thrown), target))
    }
    if (thrown.serverMessage === undefined) {
      const hint = 'Is something in front of the API asking for a password? Name the API itself with --api-url.'
      return probed({ check: 'api', status: 'failed', detail: 'refuses (401), but not as the contract does', hint })
    }
    const detail = `answers in ${Math.round(performance.now() - started)} ms, and refuses who is not signed in`
    return probed({ check: 'api', status: 'ok', detail, hint: null })
  }
  const hint = 'Whoever reaches this API can use it. Is a proxy signing in for everybody?'
  return probed({ check: 'api', status: 'failed', detail: 'answers without a token', hint })
}

/** How far the clocks are apart, by the date of an answer. */
export function clockFinding(response: Response, now: Date): Finding {
  const there = Date.parse(response.headers.get('Date') ?? '')
  if (Number.isNaN(there))
    return { check: 'clock', status: 'skipped', detail: 'The server does not tell its time.', hint: null }
  const seconds = Math.round((now.getTime() - there) / 1000)
  if (Math.abs(seconds) <= SKEW_ALLOWED_S) {
    return { check: 'clock', status: 'ok', detail: "agrees with the server's", hint: null }
  }
  const detail = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the server's`
  return {
    check: 'clock',
    status: 'warning',
    detail,
    hint: 'Set the clock: days such as today mean others here than there.',
  }
}
