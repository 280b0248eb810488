import { unwrap } from '@rapport/core/api/unwrap.ts'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN } from '@rapport/core/messages.ts'
import { fullName, type User } from '@rapport/core/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, interrupted } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { bulkDocument, runBulk, type BulkReport } from '#cli/lib/bulk.ts'
import { serverExtensions } from '#cli/lib/extensions.ts'
import { readKeys } from '#cli/lib/key-list.ts'

export interface DeleteInput {
  ids: string[]
  fromFile?: string
}

interface Deleted extends BulkReport {
  /** The only id, named by hand, which turned out not to exist. */
  missing: string | undefined
}

/** More than so many deletions ask for their count. */
const TYPED_ABOVE = 10
const NAMES_SHOWN = 5

/** Deletes users after the person, or --yes, agreed. */
export async function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  const keys = await keysOf(input, deps)
  if (!deps.target.token) throw new ApiError('no_token', MISSING_TOKEN.session, { operation: 'deleteUser' })
  await agree(keys, input, deps)
  const progress = await deps.terminal.progress(keys.length, 'Deleting users')
  try {
    const report = await runBulk({
      action: 'delete',
      keys,
      perform: (key) => deleteUser(key, deps),
      describe: deps.describe,
      signal: deps.signal,
      onProgress: (finished, failed) => progress.update(finished, failed),
    })
    const named = keys.length === 1 && input.fromFile === undefined
    return { ...report, missing: named && report.summary.absent === 1 ? keys[0] : undefined }
  } finally {
    progress.stop()
  }
}

async function keysOf({ ids, fromFile }: DeleteInput, { stdin }: Deps): Promise<string[]> {
  const read = fromFile === undefined ? [] : await readKeys(fromFile, stdin)
  const keys = [...new Set([...ids, ...read])]
  if (keys.length === 0 && fromFile === undefined) {
    throw new CliError('usage', 'Name the users to delete, by id or with --from-file.', {
      hint: 'rapport users list shows the ids.',
    })
  }
  // A dot segment would be resolved away and address another call.
  const bad = keys.find((key) => !/^[\p{L}\p{N}_.:~@+-]{1,64}$/u.test(key) || /^\.+$/.test(key))
  if (bad === undefined) return keys
  throw new CliError('bad_id', `${JSON.stringify(bad)} is not the id of a user.`, {
    hint: 'rapport users list shows the ids.',
  })
}

async function agree(keys: readonly string[], { fromFile }: DeleteInput, deps: Deps): Promise<void> {
  const { terminal, target, flags } = deps
  const where = `${target.apiUrl} (profile ${target.profile})`
  if (flags.yes || keys.length === 0) {
    if (terminal.isTerminal) terminal.talk(`Deleting ${count(keys)} on ${where}`)
    return
  }
  if (!terminal.canAsk || fromFile === '-') {
    throw new CliError(
      'confirmation_needed',
      `Deleting ${count(keys)} on ${where} needs --yes: there is nobody to ask.`,
      {
        hint: 'Say --yes to delete without a question.',
      },
    )
  }
  const lines = [`Delete ${count(keys)} on ${where}:`, ...(await preview(keys, deps))]
  const agreed = await terminal.confirm(
    keys.length > TYPED_ABOVE
      ? { lines, prompt: `Type ${keys.length} to delete them:`, typed: String(keys.length) }
      : { lines, prompt: `Are you sure you want to delete ${keys.length === 1 ? 'this user' : 'these users'}?` },
  )
  if (!agreed) throw new CliError('declined', 'Nothing was deleted.', { exitCode: EXIT.failed })
}

async function preview(keys: readonly string[], deps: Deps): Promise<string[]> {
  const shown = keys.slice(0, NAMES_SHOWN)
  const users = await findUsers(shown, deps)
  const lines = shown.map((key) => {
    const user = users.get(key)
    return `  ${key}  ${user ? [fullName(user), user.email].filter(Boolean).join(', ') : 'not in the list of users'}`
  })
  return keys.length > shown.length ? [...lines, `  and ${keys.length - shown.length} more`] : lines
}

/** The contract has no call for one user: a search finds it where the server can search, else the whole list does. */
async function findUsers(keys: readonly string[], deps: Deps): Promise<Map<string, User>> {
  const { api, call, signal } = deps
  const list = (query: { search: string; page_size: number } | undefined) =>
    call('listUsers', () => unwrap(api.GET('/api/admin/users', { params: query ? { query } : {}, signal })))
  const searches = (await serverExtensions(deps)).has('paging')
  const answers = searches
    ? await Promise.all(keys.map((search) => list({ search, page_size: 1000 })))
    : [await list(undefined)]
  return new Map(answers.flatMap(({ users }) => users).map((user) => [String(user.id), user]))
}

async function deleteUser(id: string, { api, call, signal }: Deps): Promise<'done' | 'absent'> {
  let answerLost = false
  try {
    await call(
      'deleteUser',
      () => unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id } }, signal })),
      (error) => {
        answerLost ||= error.kind !== 'status'
      },
    )
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    // An earlier try whose answer was lost may well be the one that deleted it.
    return answerLost ? 'done' : 'absent'
  }
}

export function present(deleted: Deleted, { signal }: Deps): Presentation {
  const { summary, exitCode, missing, firstError } = deleted
  const parts = [
    `${summary.done} deleted`,
    summary.absent > 0 && `${summary.absent} already gone`,
    summary.failed > 0 && `${summary.failed} failed`,
    summary.skipped > 0 && `${summary.skipped} not tried`,
  ].filter(Boolean)
  const document = bulkDocument(deleted)
  const talk = `${signal.aborted ? 'Interrupted: ' : ''}${parts.join(', ')}`
  if (missing !== undefined) return { document, talk, problem: noSuchUser(missing) }
  const nothingDone = exitCode !== EXIT.done && exitCode !== EXIT.partly
  return { document, exitCode, talk, problem: nothingDone ? (firstError ?? interrupted()) : undefined }
}

function noSuchUser(id: string): CliError {
  return new CliError('not_found', `There is no user ${id}.`, {
    hint: 'rapport users list shows the ids.',
    exitCode: EXIT.notFound,
  })
}

function count(keys: readonly string[]): string {
  return keys.length === 1 ? `user ${keys[0]}` : `${keys.length} users`
}
