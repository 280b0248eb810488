import { listRecords } from '@rapport/core/client/records.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'

const TIMEOUT_MS = 1000

/** Fetches ids, slugs and product ids with their names. Gives up soon if the server is slow. */
export async function fetchRecordKeys(noun: string, { client, signal }: Deps): Promise<string[]> {
  const entity = CATALOGUE.find((candidate) => candidate.noun === noun)
  if (!entity) return []
  const keyFields = Object.values(entity.lookupFields).filter((field) => entity.fields[field]?.type !== 'name')
  // No retries while the user waits.
  const hasty = client.with({
    withRetry: undefined,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const records = await listRecords(hasty, entity)
  return records.flatMap((record) =>
    [...keyFields, 'id']
      .map((field) => valueText(record[field]))
      // A shell inserts keys unquoted.
      .filter((key) => /^\w[\w.:@+-]*$/.test(key))
      .map((key) => `${key}\t${visibleLine(entity.titleOf(record))}`),
  )
}
