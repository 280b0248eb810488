import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { isObject } from '@rapport/core/api/read/is-object.ts'
import { CATALOGUE, selectEntities } from '@rapport/core/catalogue/catalogue-entities.ts'
import type { Change } from '@rapport/core/catalogue/plan/plan.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import type { LocatedMessage } from '@rapport/core/catalogue/read/source-location.ts'
import { quotedText } from '@rapport/core/entities/field-values.ts'
import { changedSince, type Edits } from '@rapport/core/merge/edit-conflicts.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { stringify } from 'safe-stable-stringify'
import * as z from 'zod/mini'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { readNamedFile, decodeUtf8 } from '#cli/io/read-file.ts'
import { imagesOfFiles, imagesOfServer } from './images/image-sources.ts'
import { planFromCatalogue, type CataloguePlan } from './make-plan.ts'
import { formatIssue } from './present-plan.ts'

const fieldValues = z.record(z.string(), z.unknown())

/** The planned change of one record, unchanged ones included. */
const plannedChange = z.object({
  kind: z.enum(CATALOGUE.map(({ noun }) => noun)),
  key: z.string(),
  action: z.enum(['create', 'update', 'delete', 'unchanged']),
  id: z.nullable(z.union([z.string(), z.number()])),
  /** The values on the server. */
  before: z.nullable(fieldValues),
  /** The values in the files; null for a deletion. */
  wanted: z.nullable(z.record(z.string(), z.optional(z.union([z.string(), z.number()])))),
  /** The folder of the file, relative to the plan. */
  folder: z.nullable(z.string()),
  /** The body of the call, without image and parent id. */
  sends: z.nullable(fieldValues),
  /** SHA-256 of the new image, and of the one that it replaces. */
  image: z.nullable(z.string()),
  replaced_image: z.nullable(z.string()),
})

/** A plan as `diff --out` writes it: JSON with sorted keys, for review. */
const planFile = z.object({
  rapport_plan: z.literal(1),
  /** The address of the API to change. */
  api: z.string(),
  /** The profile that the plan was made from, instead of files. */
  from: z.optional(z.string()),
  kinds: z.array(z.string()),
  prune: z.boolean(),
  changes: z.array(plannedChange),
})

export type PlanFile = z.infer<typeof planFile>
type PlannedChange = z.infer<typeof plannedChange>

interface PlanOrigin {
  api: string
  from?: string | undefined
  prune: boolean
  /** The folder of the plan file. */
  folder: string
}

export function formatPlan({ changes, catalogue }: CataloguePlan, { api, from, prune, folder }: PlanOrigin): string {
  // Images of another server have no folder: their digests are stored with the profiles.
  const toStoredFolder = (row: Row) => (from === undefined ? relative(folder, row.folder).split(sep).join('/') : '.')
  const plan: PlanFile = {
    rapport_plan: 1,
    api,
    from,
    kinds: catalogue.entities.map(({ noun }) => noun),
    prune,
    changes: changes.map((change) => toPlannedChange(change, toStoredFolder)),
  }
  return `${stringify(plan, undefined, 2)}\n`
}

function toPlannedChange(change: Change, toStoredFolder: (row: Row) => string): PlannedChange {
  const { entity, key, action, remote, row, form, image, replacedDigest } = change
  const field = imageField(entity) ?? ''
  const isSentSeparately = (name: string) => name === field || name === entity.parent?.idField
  return {
    kind: entity.noun,
    key,
    action,
    id: remote?.id ?? null,
    before: remote
      ? { ...remote.unreadable, ...remote.values, ...(remote.image !== undefined && { [field]: remote.image }) }
      : null,
    wanted: row?.values ?? null,
    folder: row ? toStoredFolder(row) : null,
    sends: form ? Object.fromEntries(Object.entries(form).filter(([name]) => !isSentSeparately(name))) : null,
    image: image?.digest ?? null,
    replaced_image: replacedDigest ?? null,
  }
}

/** Reads a plan; undefined if the file contains something else. Throws `CliError`. */
export async function readPlanFile(file: string): Promise<PlanFile | undefined> {
  if (['.csv', '.yaml', '.yml'].includes(extname(file).toLowerCase())) return undefined
  const folderHint = `Specify the file in it, such as ${join(file, 'catalogue.yaml')}.`
  const text = decodeUtf8(await readNamedFile(file, folderHint), file)
  if (!text.trimStart().startsWith('{')) return undefined
  let plan: unknown
  try {
    plan = JSON.parse(text)
  } catch {
    // YAML may begin with a brace too.
    return undefined
  }
  if (!isObject(plan) || !('rapport_plan' in plan)) return undefined
  const { data } = planFile.safeParse(plan)
  if (data) return data
  throw new CliError('bad_file', `${file} is not a plan that this version can read.`, { hint: NEW_PLAN_HINT })
}

/**
 * Recomputes a saved plan and compares the two. Changes that an interrupted run has applied do not count. Throws
 * `CliError` listing every difference.
 */
export async function recheckPlan(
  file: string,
  plan: PlanFile,
  concurrency: number,
  deps: Deps,
): Promise<CataloguePlan> {
  const { apiUrl } = deps.target
  if (plan.api !== apiUrl) {
    throw new CliError('other_api', `${file} is a plan for ${plan.api}, not for ${apiUrl}.`, {
      hint: 'Choose the API with --profile or --api-url.',
    })
  }
  const folder = dirname(file)
  const options = { prune: plan.prune, concurrency }
  const { from } = plan
  const images =
    from === undefined ? imagesOfFiles : imagesOfServer({ ...deps, target: { ...deps.target, profile: from } })
  const lockFolder = from === undefined ? undefined : dirname(deps.profiles.path)
  const recomputed = await planFromCatalogue(restoreCatalogue(plan, file, lockFolder), images, options, deps)
  const current = planFile.parse(JSON.parse(formatPlan(recomputed, { api: apiUrl, from, prune: plan.prune, folder })))
  const issues: LocatedMessage[] = [
    ...recomputed.issues.map(formatIssue),
    ...differences(plan.changes, current.changes).map((message) => ({ file, message })),
  ]
  if (issues.length === 0) return recomputed
  const count = pluralize(issues.length, 'difference')
  throw new CliError('plan_outdated', `${file} no longer matches ${apiUrl}: ${count}. Nothing was changed.`, {
    issues,
    hint: NEW_PLAN_HINT,
    exitCode: EXIT.conflict,
  })
}

const NEW_PLAN_HINT = 'Create a new plan with rapport diff --out FILE'

/** Restores the rows of the files from the plan. */
function restoreCatalogue({ kinds, changes }: PlanFile, file: string, lockFolder?: string): Catalogue {
  const rows = changes.flatMap(({ kind, wanted, folder }): Row[] => {
    const entity = CATALOGUE.find(({ noun }) => noun === kind)
    if (!entity || !wanted || folder === null) return []
    const rowFolder = lockFolder ?? resolve(dirname(file), folder)
    return [
      { entity, location: { file }, folder: rowFolder, written: wanted, values: wanted, fieldLocations: new Map() },
    ]
  })
  return { rows, entities: selectEntities(kinds), issues: [], formats: [] }
}

const PAST_TENSE: Record<string, string> = { create: 'created', update: 'updated', delete: 'deleted' }

/** Returns a line for each difference between the saved plan and the current one. */
function differences(planned: readonly PlannedChange[], current: readonly PlannedChange[]): string[] {
  const currentByKey = new Map(current.map((change) => [toChangeKey(change), change]))
  const plannedKeys = new Set(planned.map(toChangeKey))
  const addedChanges = current.filter((change) => !plannedKeys.has(toChangeKey(change)))
  return [
    ...planned.flatMap((change) => describeDifferences(change, currentByKey.get(toChangeKey(change)))),
    ...addedChanges.map(({ key, action }) => `${key}: not in the plan (would be ${PAST_TENSE[action] ?? action}).`),
  ]
}

/** Other servers may have two records with the same key. */
function toChangeKey({ key, action, id }: PlannedChange): string {
  return action === 'delete' ? `${key} ${id}` : key
}

function describeDifferences(planned: PlannedChange, current: PlannedChange | undefined): string[] {
  // Only a deletion can be missing: the record is gone, as planned.
  if (!current || isApplied(planned, current)) return []
  const { key, action } = planned
  if (!planned.before && current.before) return [`${key}: is now on the server.`]
  if (planned.before && !current.before) return [`${key}: is no longer on the server.`]
  const sentencesFor = (before: Edits, after: Edits) =>
    changedNames(before, after).map(
      (name) => `${key} (${action}): ${name} was ${quotedText(before[name])} and is now ${quotedText(after[name])}.`,
    )
  const valueDifferences = sentencesFor(planned.before ?? {}, current.before ?? {})
  // If the values differ, the call differs for that reason alone.
  return valueDifferences.length > 0 ? valueDifferences : sentencesFor(planned, current)
}

/**
 * Returns true if the planned change has been made: the record is as wanted, and nothing else in it changed. The slug is
 * not compared, since the server makes it.
 */
function isApplied({ wanted, before, id }: PlannedChange, current: PlannedChange): boolean {
  if (current.action !== 'unchanged') return false
  const otherChanges = changedNames(before ?? {}, current.before ?? {}).filter(
    (name) => name !== 'slug' && !(name in (wanted ?? {})),
  )
  return !before || (id === current.id && otherChanges.length === 0)
}

function changedNames(before: Edits, after: Edits): string[] {
  return changedSince(Object.keys({ ...before, ...after }), before, after)
}
