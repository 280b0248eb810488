import type { BulkReport, BulkResult } from '#cli/api/bulk.ts'
import { withStatus } from '#cli/io/errors.ts'
import { type Document, namesOnly } from './document.ts'
import type { Column, TableOptions } from './table.ts'

const columns: readonly Column<BulkResult>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'ACTION', text: ({ action }) => action },
  { title: 'STATUS', text: ({ status }) => status, tone: ({ status }) => (status === 'failed' ? 'red' : undefined) },
  { title: 'ERROR', text: ({ error }) => (error ? withStatus(error) : ''), wraps: true },
]

/** The result of a single deletion, in the form of a bulk operation. */
export function singleDeletionDocument(key: string): Document {
  const summary = { total: 1, done: 1, absent: 0, failed: 0, skipped: 0 }
  return { ...bulkDocument({ results: [{ key, action: 'delete', status: 'done' }], summary }), table: () => '' }
}

/** What --fields can choose of results, and of what --dry-run prints. */
export const bulkFields = () => namesOnly(['key', 'action', 'status', 'error', 'changes', 'name'])

export function bulkDocument({ results, summary }: Pick<BulkReport, 'results' | 'summary'>): Document {
  return {
    shape: 'results',
    rows: results,
    fields: ['key', 'action', 'status', 'error'],
    summary,
    table: (options) => renderResults(results, options),
  }
}

/** Renders the results. A terminal shows only failed and absent items, since the others are counted; --quiet only failed ones. */
async function renderResults(results: readonly BulkResult[], options: TableOptions): Promise<string> {
  const { isTerminal, isQuiet = false } = options
  const rows = results.filter(({ status }) => status === 'failed' || (!isQuiet && (!isTerminal || status === 'absent')))
  return rows.length === 0 ? '' : (await import('./table.ts')).renderTable(columns, rows, options)
}
