import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN } from '@rapport/core/messages.ts'
import type { OperationId } from '@rapport/core/operations.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite, whereOf } from './announce-write.ts'
import { bulkDocument, interruptedBulk, leftovers, runBulk, type BulkReport } from './bulk.ts'
import { graceSignal } from './grace-signal.ts'
import { readKeys } from './key-list.ts'
import type { RecordKind } from './record-kind.ts'
import { checkIds, couldBeId, countOf, noSuchRecord, type RecordNoun } from './record-noun.ts'

export interface DeleteInput {
  ids: string[]
  fromFile?: string
}

type RemovalDeps = Pick<Deps, 'api' | 'call' | 'signal'>

/** The call that deletes one record. */
export interface Removal {
  operation: OperationId
  remove: (id: string, deps: RemovalDeps) => Promise<unknown>
}

/** The records of an entity, as far as deleting them goes. */
export interface Deletable extends Removal {
  kind: RecordKind
  noun: RecordNoun
  /** What these records are called, to show it before they are gone. */
  find: (ids: readonly string[], deps: Deps) => Promise<FoundNames>
  /** Records of the server, to see what an id looks like there. */
  sample: (deps: Deps) => Promise<readonly { id: string | number }[]>
  /** The ids of what was named by hand, where that may be more than an id; throws for what means nothing. */
  toIds?: (words: readonly string[], deps: Deps) => Promise<string[]>
}

export interface FoundNames {
  names: ReadonlyMap<string, string>
  /** Whether what is not among the names surely does not exist. */
  isComplete: boolean
}

export interface Deleted extends BulkReport {
  /** The only id, named by hand, which turned out not to exist. */
  missing: string | undefined
  /** Whether the ids came by standard input. */
  readsStdin: boolean
}

/** More than so many deletions ask for their count. */
const TYPED_ABOVE = 10
const NAMES_SHOWN = 5
const NUMBERED = [{ id: 1 }]
/** How long what is under way when the person interrupts may take to end, so that it is counted for what it is. */
const GRACE_MS = 5000

/** Deletes records by their ids after the person, or --yes, agreed; one result for each of them. */
export async function runDeletion(input: DeleteInput, deps: Deps, kind: Deletable): Promise<Deleted> {
  checkWords(input, deps, kind)
  const read = await readIds(input, deps, kind)
  if (!deps.target.token) throw new ApiError('no_token', MISSING_TOKEN.session, { operation: kind.operation })
  const named = kind.toIds && input.ids.length > 0 ? await kind.toIds(input.ids, deps) : input.ids
  const keys = [...new Set([...named, ...read])]
  await refuseMistyped(keys, deps, kind)
  const isNamedByHand = keys.length === 1 && input.fromFile === undefined
  const isMissing = !(await agree(keys, isNamedByHand, deps, kind))
  const progress = await deps.terminal.progress(keys.length, `Deleting ${kind.noun.many}`)
  const grace = graceSignal(deps.signal, GRACE_MS)
  const begun = { ...deps, signal: grace.signal }
  try {
    const report = await runBulk({
      action: 'delete',
      keys,
      perform: async (id) => (isMissing ? 'absent' : removeOne(id, begun, kind)),
      describe: deps.describe,
      signal: deps.signal,
      onProgress: (finished, failed) => progress.update(finished, failed),
    })
    const missing = isNamedByHand && report.summary.absent === 1 ? keys[0] : undefined
    return { ...report, missing, readsStdin: input.fromFile === '-' }
  } finally {
    progress.stop()
    grace.end()
  }
}

/** What the words alone decide comes first, so that a script without --yes fails every time and not by what it finds. */
function checkWords({ ids, fromFile }: DeleteInput, { terminal, flags, target }: Deps, kind: Deletable): void {
  const { noun } = kind
  if (ids.length === 0 && fromFile === undefined) {
    throw new CliError('usage', `Name the ${noun.many} to delete, by id or with --from-file.`, {
      hint: `${noun.list} shows the ids.`,
    })
  }
  if (!kind.toIds) checkIds(ids, noun)
  if (flags.yes || (terminal.canAsk && fromFile !== '-')) return
  const why = fromFile === '-' && terminal.canAsk ? 'standard input is taken up by the ids' : 'there is nobody to ask'
  throw new CliError('confirmation_needed', `Deleting ${noun.many} on ${whereOf(target)} needs --yes: ${why}.`, {
    hint: 'Say --yes to delete without a question.',
  })
}

async function readIds({ fromFile }: DeleteInput, { stdin, terminal }: Deps, of: Deletable): Promise<string[]> {
  const { kind, noun } = of
  if (fromFile === '-' && stdin.isTTY) terminal.talk(`Type the ids of ${noun.many}, one a line; Ctrl-D ends the list.`)
  const read = fromFile === undefined ? [] : await readKeys(fromFile, stdin, kind)
  checkIds(read, noun)
  return read
}

/** What was never an id must not count as gone. Throws CliError (not found) where all ids of the server are numbers. */
async function refuseMistyped(keys: readonly string[], deps: Deps, { noun, sample }: Deletable): Promise<void> {
  checkIds(keys, noun)
  if (keys.every((key) => couldBeId(key, NUMBERED))) return
  const rows = await sample(deps)
  const mistyped = keys.find((key) => !couldBeId(key, rows))
  if (mistyped !== undefined) throw noSuchRecord(mistyped, noun)
}

/** Whether there is anything to delete, for which the person or --yes has agreed. Throws CliError when they do not. */
async function agree(keys: readonly string[], isNamedByHand: boolean, deps: Deps, kind: Deletable): Promise<boolean> {
  const { terminal, target, flags } = deps
  const { noun } = kind
  if (flags.yes || keys.length === 0) {
    announceWrite(deps, `Deleting ${countOf(keys, noun)}`)
    return true
  }
  const shown = keys.slice(0, NAMES_SHOWN)
  const { names, isComplete } = await kind.find(shown, deps)
  // Nobody should be asked about what is not there.
  if (isNamedByHand && isComplete && names.size === 0) return false
  const lines = [
    `Delete ${countOf(keys, noun)} on ${whereOf(target)}:`,
    ...shown.map((key) => `  ${key}  ${names.get(key) ?? `not in the list of ${noun.many}`}`),
    ...(keys.length > shown.length ? [`  and ${keys.length - shown.length} more`] : []),
  ]
  const agreed = await terminal.confirm(
    keys.length > TYPED_ABOVE
      ? { lines, prompt: `Type ${keys.length} to delete them:`, typed: String(keys.length) }
      : {
          lines,
          prompt: `Are you sure you want to delete ${keys.length === 1 ? `this ${noun.one}` : `these ${noun.many}`}?`,
        },
  )
  if (!agreed) throw new CliError('declined', 'Nothing was deleted.', { exitCode: EXIT.failed })
  return true
}

/** Deletes one record, in as many tries as it takes; `absent` when it was already gone. */
export async function removeOne(
  id: string,
  deps: RemovalDeps,
  { operation, remove }: Removal,
): Promise<'done' | 'absent'> {
  let answerLost = false
  try {
    await deps.call(
      operation,
      () => remove(id, deps),
      (error) => {
        // Of all that is tried again, only a refusal for now says for sure that nothing was done.
        answerLost ||= error.status !== 429
      },
    )
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    // An earlier try whose answer was lost may well be the one that deleted it.
    return answerLost ? 'done' : 'absent'
  }
}

/** The results as data, what became of them in a line of talk, and the error where nothing was done. */
export function presentDeletion(deleted: Deleted, { noun }: Deletable): Presentation {
  const { summary, exitCode, missing, firstError, readsStdin } = deleted
  const parts = [`${summary.done} deleted`, ...(summary.absent > 0 ? [`${summary.absent} already gone`] : [])]
  const left = leftovers(deleted)
  const isInterrupted = exitCode === EXIT.interrupted
  const nothingDone = exitCode !== EXIT.done && exitCode !== EXIT.partly
  const problem = isInterrupted ? interruptedBulk({ parts, left, readsStdin }) : nothingDone ? firstError : undefined
  // The one error of the one record is told below: a table for people would only say it twice.
  const isToldBelow = problem !== undefined && summary.total === 1
  const document = { ...bulkDocument(deleted), ...(isToldBelow && { forPeople: () => '' }) }
  const talk = [...parts, ...left].join(', ')
  if (missing !== undefined) return { document, talk, problem: noSuchRecord(missing, noun) }
  return { document, exitCode, problem, ...(!isInterrupted && { talk }) }
}
