import { dirname } from 'node:path'
import { missingKeyFields, omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { type RemoteRecord, fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { fileFields, type Row } from '@rapport/core/catalogue/read/row.ts'
import { selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { readFromSource } from './source-profile.ts'

/** Reads another server as a catalogue: without ids and slugs, with image URLs. */
export async function readServer(kinds: readonly string[] | undefined, source: Deps): Promise<Catalogue> {
  const entities = selectEntities(kinds)
  const remote = await readFromSource(source, async () => {
    requireToken(source.target)
    return fetchRemote(entities, source.client)
  })
  const rows = entities.flatMap((entity) => {
    const records = remote.get(entity) ?? []
    for (const note of omissionMessages(entity, records)) source.terminal.info(`${source.target.profile}: ${note}`)
    const identifiable = records.filter(({ values }) => missingKeyFields(entity, values).length === 0)
    return identifiable.map((record) => toRow(entity, record, source))
  })
  return { rows, entities, issues: [], formats: [] }
}

function toRow(entity: EditableEntity, { values, image, unreadable }: RemoteRecord, { target, profiles }: Deps): Row {
  const fields = fileFields(entity).flatMap(({ name, type }) => {
    if (type === 'slug') return []
    if (type === 'image') return image === undefined ? [] : [[name, absoluteUrl(image, target.apiUrl)]]
    // An empty text is a value that the other server should get.
    const value = values[name] ?? (type === 'text' && !(name in unreadable) ? '' : undefined)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    entity,
    location: { file: target.profile },
    // Image digests of the other server are stored beside the profiles.
    folder: dirname(profiles.path),
    written: values,
    values: Object.fromEntries(fields),
    fieldLocations: new Map(),
  }
}

function absoluteUrl(url: string, apiUrl: string): string {
  return URL.canParse(url, `${apiUrl}/`) ? new URL(url, `${apiUrl}/`).href : url
}
