import { listRecords } from '@rapport/core/client/records.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'

const TIMEOUT_MS = 1000

/** Fetches ids, slugs, product ids and names, with titles. Gives up soon if the server is slow. */
export async function fetchRecordKeys(noun: string, { client, signal }: Deps): Promise<string[]> {
  const entity = CATALOGUE.find((candidate) => candidate.noun === noun)
  if (!entity) return []
  // No retries while the user waits.
  const hasty = client.with({
    withRetry: undefined,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const records = await listRecords(hasty, entity)
  return records.flatMap((record) =>
    [...Object.values(entity.lookupFields), 'id']
      .map((field) => valueText(record[field]))
      // A key is a line without tabs. The scripts quote what is special to the shell.
      .filter((key) => key !== '' && !key.startsWith('-') && visibleLine(key) === key)
      .map((key) => `${key}\t${visibleLine(entity.titleOf(record))}`),
  )
}
