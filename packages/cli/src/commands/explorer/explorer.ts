import { randomUUID } from 'node:crypto'
import { countUsers, findUsers } from '@rapport/core/client/users.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import { lastDays } from '@rapport/core/statistics/user-counts.ts'
import { countJoinedBetween } from '@rapport/core/statistics/user-counts.ts'
import { signIn } from '#cli/auth/sign-in.ts'
import type { Deps } from '#cli/deps.ts'
import { restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { CliError, INTERRUPTED_MESSAGE, withStatus } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { ExplorerExit } from '#cli/tui/explorer/mode.ts'
import type { ExplorerOptions, Problem } from '#cli/tui/explorer/section.ts'
import type { Dashboard } from '#cli/tui/explorer/section.ts'
import { withSignal, type Deletions } from './base-section.ts'
import { createCatalogueSection } from './catalogue-section.ts'
import { createUserSection } from './user-section.ts'

interface ExplorerResult extends ExplorerExit, Deletions {}

/** Opens the explorer. Throws `CliError` (130) if it was interrupted during a write. */
export async function run(_input: object, deps: Deps): Promise<ExplorerResult> {
  const deletions = { batch: randomUUID(), trashedCount: 0 }
  const options = explorerOptions(deps, deletions)
  const exit = await deps.terminal.draw(async (streams) =>
    (await import('#cli/tui/explorer/open-explorer.tsx')).openExplorer(options, streams),
  )
  if (!exit.wasWriting || !exit.wasInterrupted) return { ...exit, ...deletions }
  throw new CliError('interrupted', INTERRUPTED_MESSAGE)
}

export function explorerOptions(deps: Deps, deletions: Deletions): ExplorerOptions {
  const { target, profiles } = deps
  // A token in the environment overrides any that a login would store, and a login would end a session at another address.
  const canSignIn = target.tokenSource !== 'environment' && target.otherApiUrl === undefined
  return {
    sections: [
      createUserSection(deps, deletions),
      ...CATALOGUE.map((entity) => createCatalogueSection(entity, deps, deletions)),
    ],
    loadDashboard: (signal) => loadDashboard(withSignal(deps, signal)),
    target,
    isSignedIn: target.token !== undefined,
    email: () => profiles.find(target.profile)?.email ?? '',
    signIn: canSignIn
      ? async (email, password, signal) => void (await signIn({ email, password }, withSignal(deps, signal)))
      : undefined,
    describe: (error) => toProblem(error, deps, canSignIn),
  }
}

function toProblem(error: unknown, { describe }: Deps, canSignIn: boolean): Problem {
  if (error instanceof CliError && error.code === 'invalid_input') return { lines: error.sentences, needsSignIn: false }
  const { report } = describe(error)
  const { code, hint } = report
  const needsSignIn = code === 'not_signed_in' || (code === 'unauthorized' && !isLoginError(error))
  const nextStep = needsSignIn && canSignIn ? 'Press l to sign in.' : hint
  return { lines: [withStatus(report), ...(nextStep === null ? [] : [nextStep])], needsSignIn }
}

function isLoginError(error: unknown): boolean {
  return error instanceof Error && 'operation' in error && error.operation === 'login'
}

/** Ctrl-C is a normal way to quit, so it needs no message. */
export function present({ wasInterrupted, batch, trashedCount }: ExplorerResult): Presentation {
  const exitCode = wasInterrupted ? EXIT.interrupted : EXIT.done
  if (trashedCount === 0) return { exitCode }
  const records = trashedCount === 1 ? 'the record' : `the ${trashedCount} records`
  return { exitCode, info: `To restore ${records} deleted here, run ${restoreCommand(batch)}` }
}

const CHART_DAYS = 30

/** Loads the numbers of `rapport stats`, and the sign-ups per day. */
async function loadDashboard(deps: Deps): Promise<Dashboard> {
  const bounds = lastDays(CHART_DAYS, deps.now())
  const from = new Date((bounds[0] ?? 0) * 1000)
  const summary = await countUsers(deps.client)
  const { users } = await findUsers(deps.client, { joined_from: from.toISOString() })
  const counts = countJoinedBetween(users, bounds).map(({ total }) => total)
  const signUpCount = counts.reduce((sum, count) => sum + count, 0)
  const withPercent = (label: string, value: number) => ({ label, value, percent: toPercent(value, summary) })
  return {
    numbers: [
      { label: 'Total Users', value: summary.total },
      withPercent('Active Users', summary.active),
      withPercent('Pro Users', summary.pro),
      withPercent('Basic Users', summary.basic),
      withPercent('No Plan', summary.none),
    ],
    signUps: {
      title: `Sign-ups, last ${CHART_DAYS} days: ${signUpCount.toLocaleString('en')}`,
      counts,
      first: formatDay(from),
      last: formatDay(deps.now()),
    },
  }
}

function formatDay(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
