import { join, relative, sep } from 'node:path'
import { isObject } from '@rapport/core/api/read/is-object.ts'
import type { Change } from '@rapport/core/catalogue/plan/plan.ts'
import { imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import { NOUNS } from '@rapport/core/entities/catalogue.ts'
import { stringify } from 'safe-stable-stringify'
import * as z from 'zod/mini'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { isPassedByShell, parseJson, readNamedText } from '#cli/io/read-file.ts'
import type { CataloguePlan } from './make-plan.ts'

export const NEW_PLAN_HINT = 'Create a new plan with rapport diff --out FILE'

const fieldValues = z.record(z.string(), z.unknown())

/** The planned change of one record, which may be `unchanged`. */
const plannedChange = z.object({
  kind: z.enum(NOUNS),
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
export const planFile = z.object({
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
export type PlannedChange = z.infer<typeof plannedChange>

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
export async function readPlanFile(file: string, deps: Pick<Deps, 'stdin' | 'signal'>): Promise<PlanFile | undefined> {
  // What can be read only once is left to the reader of catalogues.
  if (file === '-' || isPassedByShell(file)) return undefined
  const text = await readNamedText(file, deps, `Specify the file in it, such as ${join(file, 'catalogue.yaml')}.`)
  if (!text.trimStart().startsWith('{')) return undefined
  // YAML may begin with a brace too.
  const plan = parseJson(text)
  if (!isObject(plan) || !('rapport_plan' in plan)) return undefined
  const { data } = planFile.safeParse(plan)
  if (data) return data
  throw new CliError('bad_file', `${file} is not a plan that this version can read.`, { hint: NEW_PLAN_HINT })
}
