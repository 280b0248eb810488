import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { chosenApiUrl } from '#cli/auth/settings.ts'
import { isInTheClear, resolveTarget, type Target } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'
import { interrupted } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { renderTable, type Column } from '#cli/io/table.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { clockFinding, probeApi } from './api-checks.ts'
import { failedFinding, type Finding } from './finding.ts'
import { sessionFindings } from './session-checks.ts'

const CHECKS = ['program', 'settings', 'target', 'api', 'clock', 'session', 'extensions']

/** Every check, in the order in which they depend on each other; what cannot be checked is skipped. */
export async function run(_input: object, deps: Deps): Promise<Finding[]> {
  const found: Finding[] = [programFinding(), settingsFinding(deps)]
  const { target, finding } = targetFinding(deps)
  found.push(finding)
  if (target) {
    const { response, finding: api } = await probeApi(target, deps)
    found.push(api)
    if (response) found.push(clockFinding(response, deps.now()))
    if (api.status === 'ok') found.push(...(await sessionFindings(target, deps)))
  }
  if (deps.signal.aborted) throw interrupted()
  const checked = new Set(found.map(({ check }) => check))
  const detail = 'Another check has to pass first.'
  const skipped = CHECKS.filter((check) => !checked.has(check))
  return [...found, ...skipped.map((check): Finding => ({ check, status: 'skipped', detail, hint: null }))]
}

function programFinding(): Finding {
  const detail = `rapport ${packageJson.version} on Node ${process.versions.node}, ${process.platform}`
  return { check: 'program', status: 'ok', detail, hint: null }
}

/** Reading narrows the modes, and fails where it cannot: what is found afterwards is how they are. */
function settingsFinding({ credentials }: Deps): Finding {
  try {
    const { length } = credentials.names()
    const isKept = statSync(credentials.path, { throwIfNoEntry: false }) !== undefined
    if (!isKept)
      return { check: 'settings', status: 'ok', detail: `Nothing is kept yet in ${credentials.path}.`, hint: null }
    const modes = [dirname(credentials.path), credentials.path].map((path) => (statSync(path).mode & 0o777).toString(8))
    const detail = `${credentials.path} (${length === 1 ? '1 profile' : `${length} profiles`}, modes ${modes.join(' and ')})`
    return { check: 'settings', status: 'ok', detail, hint: null }
  } catch (error) {
    return failedFinding('settings', error)
  }
}

/** Where calls go, unless that cannot be said or is not allowed. */
function targetFinding({ given, env, credentials }: Deps): { target?: Target; finding: Finding } {
  try {
    const target = resolveTarget(given, env, credentials)
    const { profile, apiUrl } = target
    const { from } = chosenApiUrl(given, env, profile, credentials.find(profile))
    const detail = `${apiUrl} (profile ${profile}; address by ${from || 'default'})`
    const hint = isInTheClear(new URL(apiUrl)) ? 'Passwords and tokens travel in the clear there: use https.' : null
    return { target, finding: { check: 'target', status: hint === null ? 'ok' : 'warning', detail, hint } }
  } catch (error) {
    return { finding: failedFinding('target', error) }
  }
}

const TONES = { ok: 'green', warning: 'yellow', failed: 'red', skipped: undefined } as const

const columns: readonly Column<Finding>[] = [
  { title: 'CHECK', text: ({ check }) => check },
  { title: 'STATUS', text: ({ status }) => status, tone: ({ status }) => TONES[status] },
  { title: 'FOUND', text: ({ detail }) => detail, wraps: true },
]

export function present(findings: Finding[]): Presentation {
  const failed = findings.filter(({ status }) => status === 'failed').length
  const steps = findings.filter(({ hint }) => hint !== null).map(({ check, hint }) => `${check}: ${hint}`)
  const verdict =
    failed === 0 ? 'Nothing has failed.' : failed === 1 ? '1 check has failed.' : `${failed} checks have failed.`
  return {
    document: {
      shape: 'list',
      rows: findings,
      fields: ['check', 'status', 'detail', 'hint'],
      forPeople: (options) => renderTable(columns, findings, options),
    },
    talk: [verdict, ...steps].join('\n'),
    exitCode: failed === 0 ? EXIT.done : EXIT.failed,
  }
}
