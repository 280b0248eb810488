import { dirname, resolve } from 'node:path'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import type { Row, LocatedMessage } from '@rapport/core/catalogue/read/row.ts'
import { changedSince, type RecordValues } from '@rapport/core/client/edit-conflicts.ts'
import { fieldText } from '@rapport/core/client/merge-error.ts'
import { CATALOGUE, selectEntities } from '@rapport/core/entities/catalogue.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { imagesOfFiles, imagesOfServer } from './images/image-sources.ts'
import { planFromCatalogue, type CataloguePlan } from './make-plan.ts'
import { formatPlan, NEW_PLAN_HINT, planFile, type PlanFile, type PlannedChange } from './plan-file.ts'
import { formatIssue } from './present-plan.ts'

/**
 * Recomputes a saved plan and compares the two, except for changes that an interrupted run has applied. Throws `CliError`
 * listing every difference.
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
    from === undefined ? imagesOfFiles(deps) : imagesOfServer({ ...deps, target: { ...deps.target, profile: from } })
  // Images of a profile have no folder; their lock is kept beside the profiles.
  const lockFolder = from === undefined ? undefined : dirname(deps.profiles.path)
  const recomputed = await planFromCatalogue(toCatalogue(plan, file, lockFolder), images, options, deps)
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
  })
}

/** Turns the saved changes back into rows, with the folder of `images.lock`: `lockFolder`, or that of the row's file. */
function toCatalogue({ kinds, changes }: PlanFile, file: string, lockFolder?: string): Catalogue {
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

/** Returns the key of a change, for a deletion with the id: other servers may have two records with the same key. */
function toChangeKey({ key, action, id }: PlannedChange): string {
  return action === 'delete' ? `${key} ${id}` : key
}

function describeDifferences(planned: PlannedChange, current: PlannedChange | undefined): string[] {
  // Only a deletion can be missing: the record is gone, as planned.
  if (!current || isApplied(planned, current)) return []
  const { key, action } = planned
  if (!planned.before && current.before) return [`${key}: is now on the server.`]
  if (planned.before && !current.before) return [`${key}: is no longer on the server.`]
  const sentencesFor = (before: RecordValues, after: RecordValues) =>
    changedNames(before, after).map(
      (name) =>
        `${key} (${action}): ${name} was ${fieldText(name, before[name])} and is now ${fieldText(name, after[name])}.`,
    )
  const valueDifferences = sentencesFor(planned.before ?? {}, current.before ?? {})
  // If the values differ, the call differs for that reason alone.
  return valueDifferences.length > 0 ? valueDifferences : sentencesFor(planned, current)
}

/**
 * Returns true if the planned change has been made: the record is as wanted, and no other value changed except the slug, which
 * the server makes. A new record had no other values.
 */
function isApplied({ wanted, before, id }: PlannedChange, current: PlannedChange): boolean {
  if (current.action !== 'unchanged') return false
  const otherChanges = changedNames(before ?? {}, current.before ?? {}).filter(
    (name) => name !== 'slug' && !(name in (wanted ?? {})),
  )
  return !before || (id === current.id && otherChanges.length === 0)
}

function changedNames(before: RecordValues, after: RecordValues): string[] {
  return changedSince(Object.keys({ ...before, ...after }), before, after)
}
