import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { CONTRACT_VERSION } from '@rapport/core/api/operations.ts'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { DEFAULT_STORES, type Store, storeNames } from '@rapport/core/api/stores.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { brokenProducts, storeWarnings } from '@rapport/core/entities/products/store-rules.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { describeDeviation } from '#cli/api/describe-deviation.ts'
import { withOperation } from '#cli/api/retries.ts'
import { resolveSettings } from '#cli/config/settings.ts'
import { isUnencrypted, resolveTarget, type Target } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { describeError, type ErrorTarget, interruptedError, PROXIES_NEED_NODE, withStatus } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { canUseProxies, withoutPassword } from '#cli/io/proxy.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { renderTable, type Column } from '#cli/output/table.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/** The checks in their order: each depends on those before it. */
const CHECKS = [
  'program',
  'settings',
  'target',
  'api',
  'clock',
  'session',
  'server',
  'extensions',
  'contract',
  'products',
] as const

interface Outcome {
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  /** The next step, if any. */
  hint: string | null
}

type Outcomes = Partial<Record<(typeof CHECKS)[number], Outcome>>

interface Finding extends Outcome {
  check: (typeof CHECKS)[number]
}

const FIELDS = ['check', 'status', 'detail', 'hint']
export const fields = () => ({ ...namesOnly(FIELDS), found: ['detail'] })

export async function run(_input: object, deps: Deps): Promise<Finding[]> {
  const { platform, versions } = process
  const program = `rapport ${packageJson.version} on Node ${versions.node}, ${platform}; contract ${CONTRACT_VERSION}`
  const outcomes: Outcomes = { program: outcome(program), settings: checkSettings(deps), ...(await checkTarget(deps)) }
  if (deps.signal.aborted) throw interruptedError()
  const skipped: Outcome = { status: 'skipped', detail: 'Skipped because an earlier check failed.', hint: null }
  return CHECKS.map((check) => Object.assign({ check }, outcomes[check] ?? skipped))
}

function checkSettings({ profiles }: Deps): Outcome {
  const { path } = profiles
  try {
    const { length } = profiles.names()
    const file = statSync(path, { throwIfNoEntry: false })
    if (!file) return outcome(`There is no ${path} yet.`)
    const [folderMode, fileMode] = [statSync(dirname(path)), file].map(({ mode }) => mode & 0o777)
    const modes = `modes ${folderMode?.toString(8)} and ${fileMode?.toString(8)}`
    const isReadableByOthers = process.platform !== 'win32' && ((fileMode ?? 0) & 0o077) !== 0
    return outcome(
      `${path} (${pluralize(length, 'profile')}, ${modes})`,
      isReadableByOthers ? `Other users can read your sessions: chmod 600 ${path}` : null,
    )
  } catch (error) {
    return failed(error)
  }
}

/** Resolves the API, or reports why it cannot be used, and checks it. */
async function checkTarget(deps: Deps): Promise<Outcomes> {
  const { givenFlags, env, profiles } = deps
  try {
    const target = resolveTarget(givenFlags, env, profiles)
    const { profile, apiUrl, proxy } = target
    const { sourceName } = resolveSettings(givenFlags, env, profiles).apiUrl
    const way = proxy === undefined ? '' : `; through the proxy ${withoutPassword(proxy)}`
    const detail = `${apiUrl} (profile ${profile}; address from ${sourceName || 'default'}${way})`
    const unencryptedHint = isUnencrypted(new URL(apiUrl))
      ? 'Passwords and tokens are sent unencrypted: use https.'
      : null
    const hint = proxy !== undefined && !canUseProxies ? PROXIES_NEED_NODE : unencryptedHint
    return { target: outcome(detail, hint), ...(await checkServer(target, deps)) }
  } catch (error) {
    return { target: failed(error) }
  }
}

async function checkServer(target: Target, deps: Deps): Promise<Outcomes> {
  const { api, response } = await checkApi(target, deps)
  const clock = response && checkClock(response, deps.now())
  return { api, ...(clock && { clock }), ...(api.status === 'ok' && (await checkSession(target, deps))) }
}

/** Sends one call without a token. An API of the contract responds with 401 and its envelope. */
async function checkApi(target: Target, deps: Deps): Promise<{ api: Outcome; response?: Response | undefined }> {
  const startTime = performance.now()
  let response: Response | undefined
  const client = deps.connect(target, {
    withRetry: undefined,
    // Without a token the client would not send the call.
    getToken: () => 'none',
    async fetch(request, init) {
      request.headers.delete('Authorization')
      response = await deps.apiFetch(request, init)
      return response
    },
  })
  try {
    await client.call('getSettings')
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401)
      return { api: failed(withOperation('getSettings', thrown), target), response }
    if (thrown.serverMessage === undefined) {
      const hint = 'Is a proxy in front of the API asking for a password? Set --api-url to the API itself.'
      const detail = "responds with 401, but without the contract's envelope"
      return { api: outcome(detail, hint, 'failed'), response }
    }
    const milliseconds = Math.round(performance.now() - startTime)
    return { api: outcome(`responds in ${milliseconds} ms, and requires a session`), response }
  }
  const hint = 'Anyone who reaches this API can use it. Is a proxy signing in for everyone?'
  return { api: outcome('responds without a token', hint, 'failed'), response }
}

/** The skew above which dates such as `today` are too often wrong around midnight. */
const SKEW_ALLOWED_S = 300

function checkClock({ headers }: Response, now: Date): Outcome {
  const serverTime = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(serverTime)) return outcome('The server does not send its time.', null, 'skipped')
  const seconds = Math.round((now.getTime() - serverTime) / 1000)
  if (Math.abs(seconds) <= SKEW_ALLOWED_S) return outcome("agrees with the server's")
  const detail = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the server's`
  return outcome(detail, 'Set the clock: dates such as --from today are computed with it.')
}

/** Checks the token, lists the extensions, and reports where lists deviate from the contract. */
async function checkSession(target: Target, deps: Deps): Promise<Outcomes> {
  const deviations: Deviation[] = []
  const onDeviation = (deviation: Deviation) => void deviations.push(deviation)
  const client = deps.connect(target, { withRetry: undefined, onDeviation })
  const outcomes: Outcomes = {}
  try {
    const { email, extensions = [], stores = DEFAULT_STORES, ...versions } = await client.call('getSettings')
    const source = target.tokenSource === 'environment' ? 'RAPPORT_TOKEN' : `profile ${target.profile}`
    const suffix = target.token?.startsWith('rpt_') ? ', an API token' : ''
    outcomes.session = outcome(`signed in as ${email}, using ${source}${suffix}`)
    outcomes.server = checkVersions(versions)
    outcomes.extensions = outcome(extensions.length === 0 ? 'none (optional)' : extensions.join(', '))
    const query = extensions.includes('paging') ? { page: 1, page_size: 100 } : {}
    await client.call('listCategories')
    await client.call('listPositions')
    const products = await client.call('listProducts')
    await client.call('listUsers', { query })
    outcomes.products = checkProducts(products, stores)
    const hint = 'The tool reads them anyway. rapport smoke --strict fails on them.'
    outcomes.contract =
      deviations.length === 0
        ? outcome('lists match the contract')
        : outcome(deviations.map(describeDeviation).join('; '), hint)
  } catch (thrown) {
    if (!outcomes.session) return { session: failed(withOperation('getSettings', thrown), target) }
    const isOutOfScope = thrown instanceof ApiError && thrown.reason === 'missing_scope'
    outcomes.contract = isOutOfScope ? outcome(thrown.message, null, 'skipped') : failed(thrown, target)
  }
  return outcomes
}

/** Compares the versions of the contract by their first two numbers; the third changes only texts. */
function checkVersions({
  server_version: server,
  contract_version: contract,
}: Omit<Schemas['Settings'], 'email'>): Outcome {
  if (contract === undefined) return outcome('does not say its version (optional)')
  const detail = `${server === undefined ? '' : `version ${server}; `}contract ${contract}`
  const release = (version: string) => version.split('.', 2).join('.')
  const order = release(contract).localeCompare(release(CONTRACT_VERSION), 'en', { numeric: true })
  if (order === 0) return outcome(detail)
  const hint =
    order > 0
      ? `This tool does not know what contract ${contract} added: install the version of the server.`
      : `The server lacks what contract ${CONTRACT_VERSION} added: upgrade it, or install the tool of its version.`
  return outcome(detail, hint)
}

function checkProducts(products: readonly Product[], stores: readonly Store[]): Outcome {
  const broken = brokenProducts(products, stores)
  if (broken.length === 0) return outcome(`can be sold in ${storeNames(stores)}`)
  const reasons = broken.map((product) => {
    return `${product.product_id}: ${Object.values(storeWarnings(product, stores)).flat().join(' ')}`
  })
  return outcome(reasons.join('; '), `Change what ${storeNames(stores)} would refuse.`)
}

function outcome(
  detail: string,
  hint: string | null = null,
  status: Outcome['status'] = hint === null ? 'ok' : 'warning',
): Outcome {
  return { status, detail, hint }
}

function failed(error: unknown, target?: ErrorTarget): Outcome {
  const { report } = describeError(error, target)
  // Shows the error of the connection instead of the operation's text.
  const isUnanswered = error instanceof ApiError && error.kind !== 'status' && error.kind !== 'no_token'
  return outcome(isUnanswered ? error.message : withStatus(report), report.hint, 'failed')
}

const TONES = { ok: 'green', warning: 'yellow', failed: 'red', skipped: undefined } as const

const columns: readonly Column<Finding>[] = [
  { title: 'CHECK', text: ({ check }) => check },
  { title: 'STATUS', text: ({ status }) => status, tone: ({ status }) => TONES[status] },
  { title: 'FOUND', text: ({ detail }) => detail, wraps: true },
]

export function present(findings: Finding[]): Presentation {
  const failedCount = findings.filter(({ status }) => status === 'failed').length
  const steps = findings.filter(({ hint }) => hint !== null).map(({ check, hint }) => `${check}: ${hint}`)
  const verdict = failedCount === 0 ? 'Nothing failed.' : `${pluralize(failedCount, 'check')} failed.`
  return {
    document: {
      shape: 'list',
      rows: findings,
      fields: FIELDS,
      table: (options) => renderTable(columns, findings, options),
    },
    info: [verdict, ...steps].join('\n'),
    exitCode: failedCount === 0 ? EXIT.done : EXIT.failed,
  }
}
