import { isObject } from '@rapport/core/api/read/is-object.ts'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { stringify } from 'safe-stable-stringify'
import type { Deps } from '#cli/deps.ts'
import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
import type { Id } from '@rapport/core/catalogue/entity.ts'
import type { FileProblem } from '@rapport/core/catalogue/read/place.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { readNamedFile, utf8Text } from '#cli/io/read-file.ts'
import { imagesOfFiles, imagesOfServer } from '../images/image-sources.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { fileFields, imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import type { LiveRecord } from '@rapport/core/catalogue/plan/live.ts'
import { compare, type OpenPlan, problemOf } from './open-plan.ts'
import type { Action, Change } from '@rapport/core/catalogue/plan/plan.ts'
import { pluralize } from '#cli/io/pluralize.ts'

/** A plan as `diff --out` writes it: JSON with sorted keys, which people can review and `apply` compares again. */
export interface PlanFile {
  rapport_plan: 1
  /** The address of the API that it is for. */
  api: string
  /** The profile that it was compared with, where there were no files. */
  from?: string
  kinds: readonly string[]
  prune: boolean
  changes: readonly PlannedChange[]
}

type Values = Readonly<Record<string, unknown>>

/** What is planned for one record, also for one that stays as it is. */
interface PlannedChange {
  kind: string
  key: string
  action: Action
  id: Id | null
  /** The values that the server has. */
  before: Values | null
  /** The values that the files give it; none for a deletion. */
  wanted: Values | null
  /** The folder of the files, from the one that the plan lies in. */
  folder: string | null
  /** What the call sends, besides the image and the id of the parent. */
  sends: Values | null
  /** SHA-256 of the image that is sent, and of the one that it replaces. */
  image: string | null
  replaced_image: string | null
}

interface Origin {
  api: string
  from?: string | undefined
  prune: boolean
  /** Where the plan lies. */
  folder: string
}

export function planText(plan: OpenPlan, origin: Origin): string {
  return `${stringify(planFile(plan, origin), undefined, 2)}\n`
}

function planFile({ changes, catalogue }: OpenPlan, { api, from, prune, folder }: Origin): PlanFile {
  const kinds = catalogue.entities.map(({ type }) => type)
  // Images of another server are in no folder: what is known of them lies where each machine has its profiles.
  const folderOf = (row: Row) => (from === undefined ? relative(folder, row.folder).split(sep).join('/') : '.')
  const planned = changes.map((change) => plannedChange(change, folderOf))
  return { rapport_plan: 1, api, ...(from !== undefined && { from }), kinds, prune, changes: planned }
}

function plannedChange(change: Change, folderOf: (row: Row) => string): PlannedChange {
  const { entity, key, action, live, row, form, image, replacedImage } = change
  const isSentApart = (name: string) => name === imageField(entity) || name === entity.parent?.id
  return {
    kind: entity.type,
    key,
    action,
    id: live?.id ?? null,
    before: live ? valuesOf(live, imageField(entity)) : null,
    wanted: row?.values ?? null,
    folder: row ? folderOf(row) : null,
    sends: form ? Object.fromEntries(Object.entries(form).filter(([name]) => !isSentApart(name))) : null,
    image: image?.digest ?? null,
    replaced_image: replacedImage ?? null,
  }
}

function valuesOf({ values, image, unreadable }: LiveRecord, field: string | undefined): Values {
  return { ...unreadable, ...values, ...(field !== undefined && image !== undefined && { [field]: image }) }
}

/** The plan in a file, or undefined where it holds something else. Throws CliError. */
export async function readPlanFile(file: string): Promise<PlanFile | undefined> {
  if (['.csv', '.yaml', '.yml'].includes(extname(file).toLowerCase())) return undefined
  const folderHint = `Specify the file in it, such as ${join(file, 'catalogue.yaml')}.`
  const text = utf8Text(await readNamedFile(file, folderHint), file)
  if (!text.trimStart().startsWith('{')) return undefined
  let plan: unknown
  try {
    plan = JSON.parse(text)
  } catch {
    // YAML may begin like this too.
    return undefined
  }
  if (!isObject(plan) || !('rapport_plan' in plan)) return undefined
  if (isPlanFile(plan)) return plan
  throw new CliError('bad_file', `${file} is not a plan that this version can read.`, { hint: NEW_PLAN })
}

/**
 * Compares again what a plan was made of. What it has done already, when it was cut short, is no difference.
 * @throws CliError with every difference from the plan
 */
export async function reopenPlan(file: string, plan: PlanFile, concurrency: number, deps: Deps): Promise<OpenPlan> {
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
  const lockFolder = from === undefined ? undefined : dirname(deps.credentials.path)
  const opened = await compare(wantedBy(plan, file, lockFolder), images, options, deps)
  const now = planFile(opened, { api: apiUrl, from, prune: plan.prune, folder })
  const problems: FileProblem[] = [
    ...opened.mistakes.map(problemOf),
    ...differences(plan.changes, now.changes).map((message) => ({ file, message })),
  ]
  if (problems.length === 0) return opened
  const count = pluralize(problems.length, 'difference')
  throw new CliError('plan_outdated', `${file} no longer matches ${apiUrl}: ${count}. Nothing was changed.`, {
    mistakes: problems,
    hint: NEW_PLAN,
    exitCode: EXIT.conflict,
  })
}

const NEW_PLAN = 'Create a new plan with rapport diff --out FILE'

/** What the files said when the plan was made. */
function wantedBy({ kinds, changes }: PlanFile, file: string, lockFolder?: string): Catalogue {
  const rows = changes.flatMap(({ kind, wanted, folder }): Row[] => {
    const entity = CATALOGUE.find(({ type }) => type === kind)
    if (!entity || !wanted || folder === null) return []
    const values = Object.fromEntries(
      fileFields(entity).flatMap(({ name }) => {
        const value = wanted[name]
        return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
      }),
    )
    const rowFolder = lockFolder ?? resolve(dirname(file), folder)
    return [{ entity, place: { file }, folder: rowFolder, written: wanted, values, places: new Map() }]
  })
  return { rows, entities: CATALOGUE.filter(({ type }) => kinds.includes(type)), mistakes: [], formats: [] }
}

const PAST: Record<string, string> = { create: 'created', update: 'updated', delete: 'deleted' }

/** A sentence for each way in which what would be done now is not what was planned. */
function differences(planned: readonly PlannedChange[], now: readonly PlannedChange[]): string[] {
  const current = new Map(now.map((change) => [identityOf(change), change]))
  const known = new Set(planned.map(identityOf))
  const added = now.filter((change) => !known.has(identityOf(change)))
  return [
    ...planned.flatMap((change) => differencesOf(change, current.get(identityOf(change)))),
    ...added.map(({ key, action }) => `${key}: not in the plan (would be ${PAST[action] ?? action})`),
  ]
}

/** Another server may have two records of the same key. */
function identityOf({ key, action, id }: PlannedChange): string {
  return action === 'delete' ? `${key} ${id}` : key
}

function differencesOf(planned: PlannedChange, now: PlannedChange | undefined): string[] {
  const { key, action } = planned
  // Only a deletion can be missing: the record is gone, as planned.
  if (!now || isDone(planned, now) || stringify(planned) === stringify(now)) return []
  if (!planned.before && now.before) return [`${key}: now on the server`]
  if (planned.before && !now.before) return [`${key}: no longer on the server`]
  const values = changedNames(planned.before ?? {}, now.before ?? {}).map((name) => ({
    name,
    was: planned.before?.[name],
    is: now.before?.[name],
  }))
  const rest = changedNames({ ...planned, before: null }, { ...now, before: null }).map((name) => ({
    name: name === 'image' ? 'the digest of the image to send' : name,
    was: Reflect.get(planned, name),
    is: Reflect.get(now, name),
  }))
  // What is to be done differs because of what there is.
  const told = values.length > 0 ? values : rest
  return told.map(({ name, was, is }) => `${key} (${action}): ${name} was ${shown(was)} and is ${shown(is)} now.`)
}

/** Whether a record is as the plan leaves it. A slug is made by the server. */
function isDone(planned: PlannedChange, now: PlannedChange): boolean {
  const { wanted, before } = planned
  if (now.action !== 'unchanged') return false
  if (!before) return true
  const untouched = changedNames(before, now.before ?? {}).filter(
    (name) => !(name in (wanted ?? {})) && name !== 'slug',
  )
  return planned.id === now.id && untouched.length === 0
}

function changedNames(one: Values, other: Values): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => stringify(one[name] ?? null) !== stringify(other[name] ?? null))
}

function shown(value: unknown): string {
  return value === undefined || value === null ? '(nothing)' : (stringify(value) ?? '')
}

function isPlanFile(value: Values): value is PlanFile & Values {
  const { rapport_plan: version, api, kinds, prune, changes } = value
  const isPlain = typeof api === 'string' && typeof prune === 'boolean' && isTextOrNothing(value['from'])
  return version === 1 && isPlain && Array.isArray(kinds) && Array.isArray(changes) && changes.every(isPlannedChange)
}

const isTextOrNothing = (value: unknown) => value === undefined || typeof value === 'string'

function isPlannedChange(value: unknown): value is PlannedChange {
  if (!isObject(value)) return false
  const isOptional = (part: unknown) => part === null || isObject(part)
  const isNamed = typeof value['key'] === 'string' && CATALOGUE.some(({ type }) => type === value['kind'])
  return isNamed && isOptional(value['wanted']) && isOptional(value['before']) && typeof value['action'] === 'string'
}
